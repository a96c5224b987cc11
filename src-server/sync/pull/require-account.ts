import { servicePath } from '../client/service-address.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { ServiceFailure } from '../client/service-failure.ts';

/**
 * Checks that the token still is that of the account: only the account itself may read its notifications. One whose name
 * is not known passes. @throws ServiceFailure
 */
export async function requireAccount(
  client: Pick<ServiceClient, 'get' | 'host'>,
  username: string | null,
): Promise<void> {
  if (username === null) return;
  try {
    await client.get(`${servicePath('users', username, 'notifications')}?limit=1`);
  } catch (error) {
    const isOther = error instanceof ServiceFailure && [403, 404].includes(error.status ?? 0);
    if (!isOther) throw error;
    throw new ServiceFailure(
      'token',
      `The token is not one of ${username} on ${client.host}, whose projects are linked here. Nothing was changed. Give this remote a token of ${username}, or add another remote for the other account.`,
      { status: error.status },
    );
  }
}
