import { deskClient } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';

/** Replaces the token in a text that is shown, or copied without it. */
export const TOKEN_MASK = '••••••••';

/** Copies a text that holds the token of the person here, and says so. The token is fetched for that alone. */
export async function copyWithToken(textWith: (token: string) => string): Promise<void> {
  try {
    const { token } = await deskClient.people.tokenForCurl.mutate();
    await navigator.clipboard.writeText(textWith(token));
    notify('Copied with your token. Treat it as a secret.');
  } catch (error) {
    notifyError(error);
  }
}
