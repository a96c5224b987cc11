import { Problem } from '../../model/base/problems.ts';

/** The path exists and does not take this method. */
export class MethodNotAllowed extends Problem {
  override readonly name = 'MethodNotAllowed';
  constructor(method: string) {
    super(`Method "${method}" not allowed.`);
  }
}

/** The Accept header excludes everything that we can write. */
export class NotAcceptable extends Problem {
  override readonly name = 'NotAcceptable';
  constructor() {
    super('Could not satisfy the request Accept header.');
  }
}

/** A body of a kind that we do not read. `contentType` is the whole header value. */
export class UnsupportedMediaType extends Problem {
  override readonly name = 'UnsupportedMediaType';
  constructor(contentType: string) {
    super(`Unsupported media type "${contentType}" in request.`);
  }
}

/** A body that is compressed; ours are too small to be worth it. */
export class UnsupportedEncoding extends Problem {
  override readonly name = 'UnsupportedEncoding';
  constructor(encoding: string) {
    super(`Unsupported content encoding "${encoding}" in request.`);
  }
}

/** A body that is not what its Content-Type says. */
export class Malformed extends Problem {
  override readonly name = 'Malformed';
}

/** A body beyond the limits of safety S9. */
export class PayloadTooLarge extends Problem {
  override readonly name = 'PayloadTooLarge';
  constructor() {
    super('Request body is too large: at most 1 MB.');
  }
}

/** Too many requests; `retryAfter` is in whole seconds. */
export class Throttled extends Problem {
  override readonly name = 'Throttled';
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(
      `Request was throttled. Expected available in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    );
    this.retryAfter = retryAfter;
  }
}
