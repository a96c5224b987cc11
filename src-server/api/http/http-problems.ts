import { Problem } from '../../model/base/problems.ts';

/** A refusal that only HTTP knows. */
export abstract class HttpProblem extends Problem {
  abstract readonly status: number;
}

/** The path exists and does not take this method. */
export class MethodNotAllowed extends HttpProblem {
  override readonly name = 'MethodNotAllowed';
  readonly status = 405;
  constructor(method: string) {
    super(`Method "${method}" not allowed.`);
  }
}

/** The Accept header excludes every format of the API. */
export class NotAcceptable extends HttpProblem {
  override readonly name = 'NotAcceptable';
  readonly status = 406;
  constructor() {
    super('Could not satisfy the request Accept header.');
  }
}

/** The body is neither JSON nor a form. `contentType` is the whole header value. */
export class UnsupportedMediaType extends HttpProblem {
  override readonly name = 'UnsupportedMediaType';
  readonly status = 415;
  /** `remedy` is a sentence, where one helps. */
  constructor(contentType: string, remedy = '') {
    super(`Unsupported media type "${contentType}" in request. ${remedy}`.trim());
  }
}

/** The body is compressed, which bodies of this size are not worth. */
export class UnsupportedEncoding extends HttpProblem {
  override readonly name = 'UnsupportedEncoding';
  readonly status = 415;
  constructor(encoding: string) {
    super(`Unsupported content encoding "${encoding}" in request.`);
  }
}

/** The body is not what its Content-Type says. */
export class Malformed extends HttpProblem {
  override readonly name = 'Malformed';
  readonly status = 400;
}

/** The body is beyond the limits of safety S9. */
export class PayloadTooLarge extends HttpProblem {
  override readonly name = 'PayloadTooLarge';
  readonly status = 413;
  constructor(maxBytes: number) {
    super(`Request body is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`);
  }
}

/** Nothing was done, and the body says so as an answer of the route. */
export class NothingDone extends HttpProblem {
  override readonly name = 'NothingDone';
  readonly status: 400 | 410;
  readonly body: object;
  constructor(reason: string, body: object, status: 400 | 410 = 400) {
    super(reason);
    this.body = body;
    this.status = status;
  }
}

/** The caller sent too many requests; `retryAfter` is in whole seconds. */
export class Throttled extends HttpProblem {
  override readonly name = 'Throttled';
  readonly status = 429;
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(
      `Request was throttled. Expected available in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    );
    this.retryAfter = retryAfter;
  }
}
