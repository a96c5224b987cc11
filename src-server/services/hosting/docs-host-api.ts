import type { Version } from '../../model/versions/version.ts';
import type { Actor } from '../kernel/actor.ts';

/** A call of the API at a documentation host: what its pages ask for, and which projects the host has. */
export type DocsHostCall = {
  readonly query: URLSearchParams;
  /** In lower case, with the port where there is one: `pip.localhost:8642`. */
  readonly host: string;
  readonly path: string;
} & (
  | {
      readonly kind: 'search';
      /** Who is answered: readers of private pages as Lectern itself. */
      readonly actor: Actor;
      /** The only projects that are searched: pages read nothing of other hosts (safety S11). */
      readonly projectIds: ReadonlySet<number>;
    }
  /** `page` is null for a project that the host does not have. */
  | { readonly kind: 'addons'; readonly page: AskedPage | null }
);

/** The page that asks for its menu, and what the reader may see around it. */
export type AskedPage = {
  readonly projectId: number;
  /** null where there is no such version. */
  readonly version: Version | null;
  /** The path below the version, `/faq.html`; null when it is not known. */
  readonly file: string | null;
  /** The versions of a menu, in its order. */
  readonly versions: readonly Version[];
  /** The project in other languages, each with the version of the same slug where that has pages. */
  readonly translations: readonly { readonly projectId: number; readonly version: Version | null }[];
};

/** Answers calls of the API at documentation hosts. */
export type DocsHostApi = (call: DocsHostCall) => { readonly status: number; readonly body: string };
