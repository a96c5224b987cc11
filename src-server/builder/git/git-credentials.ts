/** A repository's address without its password, and the variables that give git the name and password instead. */
export type SeparatedUrl = { readonly url: string; readonly variables: Readonly<Record<string, string>> };

const HTTP_URL = /^(https?:\/\/)([^/]*)@([^/]+)(.*)$/is;
const OTHER_URL = /^([a-z+]+:\/\/[^/:@]*):[^/]*@/i;
/** Runs in the shell that git starts for it; `printf` is a part of every shell, so no process has the password. */
const HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$GIT_REPOSITORY_USERNAME" "$GIT_REPOSITORY_PASSWORD"; }; f';

/**
 * Takes name and password out of a URL, since everybody on this machine can read the arguments of git and of the programs
 * that it starts (safety S7). They reach git in its environment, which only this user can read, by a credential helper
 * that answers for this server alone, so a redirect does not take them elsewhere; it replaces the person's own helpers for
 * that server, which would keep them. A name without a password still chooses among what those helpers keep.
 */
export function separateCredentials(address: string): SeparatedUrl {
  const [, scheme = '', userInfo, host = '', path = ''] = HTTP_URL.exec(address) ?? [];
  // ssh and git:// take no password; ssh needs the name.
  if (userInfo === undefined) return { url: address.replace(OTHER_URL, '$1@'), variables: {} };
  const url = `${scheme}${host}${path}`;
  const section = `credential.${scheme}${host}`;
  const colon = userInfo.indexOf(':');
  if (colon < 0) {
    const username = decodeSafely(userInfo);
    return { url, variables: username === '' ? {} : gitSettings([[`${section}.username`, username]]) };
  }
  return {
    url,
    variables: {
      ...gitSettings([
        [`${section}.helper`, ''],
        [`${section}.helper`, HELPER],
      ]),
      GIT_REPOSITORY_USERNAME: decodeSafely(userInfo.slice(0, colon)),
      GIT_REPOSITORY_PASSWORD: decodeSafely(userInfo.slice(colon + 1)),
    },
  };
}

/** Returns the variables by which git reads settings from its environment. */
function gitSettings(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]);
}

function decodeSafely(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    // A helper answers in lines, and an environment has no NUL.
    return /\p{Cc}/u.test(decoded) ? text : decoded;
  } catch {
    return text;
  }
}
