import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { TriedAccount } from '../../../../src-server/desk/sync-runner.ts';
import {
  parseRemoteAddress,
  remoteNameError,
  SERVICE_ADDRESSES,
} from '../../../../src-server/model/sync/remote.ts';
import { deskClient, problemOf } from '../../../api/desk.ts';
import { livePath, SERVICE_NAMES, useRemotes } from '../../../features/live-service/remotes.ts';
import { FormProblem } from '../../../ui/dialog/form-dialog.tsx';
import { FormFooter, Screen, ScreenBody } from '../../../ui/feedback/screen.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { pluralize } from '../../../ui/format.ts';
import { formatAbout } from '../format-sync.ts';
import classes from '../sync.module.css';
import { suggestName } from './suggest-name.ts';

const SERVICES = [
  { value: 'community', label: 'Community' },
  { value: 'business', label: 'Business' },
  { value: 'lectern', label: 'Other' },
] as const;
type Service = (typeof SERVICES)[number]['value'];

/** Where each service makes tokens. */
const TOKEN_PAGES = {
  community: 'https://app.readthedocs.org/accounts/tokens/',
  business: 'https://app.readthedocs.com/accounts/tokens/',
} as const;

const HOSTS = { community: 'app.readthedocs.org', business: 'app.readthedocs.com' } as const;

/** Connects an account on a documentation service: which service, the token, a test, and a name. */
export function ConnectScreen() {
  const remotes = useRemotes() ?? [];
  const [tried, setTried] = useState<TriedAccount | null>(null);
  const taken = remotes.map(({ name }) => name);
  const form = useForm({
    initialValues: { service: 'community' as Service, address: '', token: '', name: '' },
    showErrors: 'submitted',
    check: ({ service, address, token, name }) => ({
      address: service === 'lectern' ? parseRemoteAddress(address).error : null,
      token: token.trim() === '' ? 'Paste the token of your account.' : null,
      name: name === '' ? null : remoteNameError(name),
    }),
    async save(values) {
      const address = addressOf(values);
      const { changed, ...account } = await deskClient.sync.tryToken.mutate({ address, token: values.token });
      return { changed, account };
    },
    onSaved({ account }, values) {
      setTried(account);
      if (values.name === '') form.change({ name: suggestName(account, taken) });
    },
  });
  const connect = useMutation({
    mutationFn: () =>
      deskClient.sync.connect.mutate({
        name: form.values.name,
        address: addressOf(form.values),
        token: form.values.token,
      }),
    onSuccess: ({ answer }) => navigate(livePath(answer.name, 'projects')),
  });
  const { service } = form.values;
  /** What was tried is only true of what was typed then. */
  const edit = (part: Partial<typeof form.values>) => {
    setTried(null);
    connect.reset();
    form.change(part);
  };
  return (
    <Screen
      title="Connect an account"
      breadcrumbs={[{ label: 'Live service', href: '/live' }, { label: 'Connect' }]}
    >
      <ScreenBody narrow>
        <form ref={form.ref} id="connect" onSubmit={form.submit} noValidate>
          <Stack gap="lg">
            <Text c="var(--text-2)">
              Pull your projects from the service, change them here without a network, see what differs on
              either side, and push what you chose. Nothing is sent before you say so.
            </Text>
            <SegmentedControl
              aria-label="Service"
              data={[...SERVICES]}
              value={service}
              onChange={(next) => edit({ service: next as Service })}
            />
            {service === 'lectern' ? (
              <TextInput
                label="Address"
                description="Of another Lectern, or of a service with the same API"
                placeholder="https://docs.example.com/api/v3/"
                autoComplete="off"
                spellCheck={false}
                {...form.field('address')}
                onChange={(event) => edit({ address: event.currentTarget.value })}
              />
            ) : (
              <TextInput label="Address" value={HOSTS[service]} readOnly />
            )}
            <TextInput
              type="password"
              label="Token"
              description={<TokenHelp service={service} />}
              autoComplete="off"
              spellCheck={false}
              {...form.field('token')}
              onChange={(event) => edit({ token: event.currentTarget.value })}
            />
            {form.problem !== undefined && <FormProblem>{form.problem}</FormProblem>}
            {tried && (
              <>
                <section className={`card ${classes.tried}`} role="status">
                  <b>{whoText(tried)}</b>
                  <span className="dim">{canSeeText(tried)}</span>
                </section>
                <TextInput
                  label="Name of this account here"
                  description="Lower-case letters, digits and hyphens. Commands use it as well."
                  autoComplete="off"
                  spellCheck={false}
                  value={form.values.name}
                  onChange={(event) => form.change({ name: event.currentTarget.value })}
                  error={
                    (form.values.name === '' ? undefined : remoteNameError(form.values.name)) ??
                    (connect.error ? problemOf(connect.error).message : undefined)
                  }
                />
              </>
            )}
          </Stack>
        </form>
      </ScreenBody>
      <FormFooter>
        {tried ? (
          <Button
            loading={connect.isPending}
            aria-disabled={remoteNameError(form.values.name) !== undefined}
            onClick={() => remoteNameError(form.values.name) === undefined && connect.mutate()}
          >
            Connect and choose projects
          </Button>
        ) : (
          <Button type="submit" form="connect" loading={form.isBusy}>
            Test the token
          </Button>
        )}
        {remotes[0] && (
          <Button variant="default" onClick={() => navigate('/live')}>
            Cancel
          </Button>
        )}
      </FormFooter>
    </Screen>
  );
}

function addressOf({ service, address }: { readonly service: Service; readonly address: string }): string {
  return service === 'lectern' ? address : SERVICE_ADDRESSES[service];
}

function TokenHelp({ service }: { readonly service: Service }) {
  const kept = 'It is kept with the other secrets of Lectern, and sent to this address alone.';
  if (service === 'lectern') return <>{`Another Lectern shows it under “Tokens and people”. ${kept}`}</>;
  return (
    <>
      <a href={TOKEN_PAGES[service]} target="_blank" rel="noreferrer" className={classes.inlineLink}>
        Create a token on {HOSTS[service]}
      </a>
      {`. ${kept}`}
    </>
  );
}

function whoText({ username, kind }: TriedAccount): string {
  const service = SERVICE_NAMES[kind];
  return username === null ? `The token works on ${service}` : `The token works: ${username} on ${service}`;
}

function canSeeText({ projects, requests, ms }: TriedAccount): string {
  if (projects === 0) return 'It sees no projects yet. You can connect it, and create projects there later.';
  return `It sees ${pluralize(projects, 'project')}. Pulling all of them takes ${pluralize(requests, 'request')} and ${formatAbout(ms)}. You choose which next.`;
}
