import type { Lectern } from '../../../src-server/lectern.ts';

/** Why the desk refused a call. */
type Refusal = {
  readonly name: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
};
type Answer = {
  readonly result?: { readonly data: unknown };
  readonly error?: { readonly message: string; readonly data: { readonly problem: Refusal } };
};

/** Calls a procedure of the desk, as the operator or as somebody else; returns the whole answer. */
async function answerOf(
  lectern: Pick<Lectern, 'desk'>,
  procedure: string,
  input?: unknown,
  actAs?: string,
): Promise<Answer> {
  const desk = await lectern.desk();
  const headers = {
    'content-type': 'application/json',
    ...(actAs !== undefined && { 'x-lectern-act-as': actAs }),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(input) };
  const answer = await desk.fetch(new Request(`http://localhost/desk/${procedure}`, request));
  return (await answer.json()) as Answer;
}

/** Calls a procedure of the desk; `refused` is set where it says no. */
export async function tryDesk(...call: Parameters<typeof answerOf>) {
  const { result, error } = await answerOf(...call);
  return { data: result?.data, refused: error?.data.problem };
}

/** Calls a procedure of the desk. @throws Error with the message of a refusal */
export async function callDesk(...call: Parameters<typeof answerOf>): Promise<unknown> {
  const { result, error } = await answerOf(...call);
  if (error) throw new Error(error.message);
  return result?.data;
}
