// A made-up client: moves the redirects of a project to what a file says.

/** Makes the project's redirects those of `wanted`; returns what it did. */
export async function applyRedirects({ url, token }, project, wanted) {
  const call = callWith(url, token);
  const present = (await call('GET', `/api/v3/projects/${project}/redirects/`)).results;
  const isSame = (a, b) => a.type === b.type && a.from_url === b.from_url && a.to_url === b.to_url;
  const done = { created: 0, deleted: 0 };
  for (const redirect of present) {
    if (wanted.some((each) => isSame(each, redirect))) continue;
    await call('DELETE', `/api/v3/projects/${project}/redirects/${redirect.pk}/`);
    done.deleted += 1;
  }
  for (const redirect of wanted) {
    if (present.some((each) => isSame(each, redirect))) continue;
    await call('POST', `/api/v3/projects/${project}/redirects/`, redirect);
    done.created += 1;
  }
  return done;
}

/** Lists the redirects of a project. */
export async function listRedirects({ url, token }, project) {
  return (await callWith(url, token)('GET', `/api/v3/projects/${project}/redirects/`)).results;
}

function callWith(url, token) {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.status === 204 ? undefined : answer.json();
  };
}
