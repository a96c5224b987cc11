import type { Timestamp } from '../base/timestamp.ts';
import type { JsonObject } from '../builds/build.ts';
import type { Fields, SyncKind } from './sync-fields.ts';

/** A local object that stands for a remote one. A local object has at most one link. */
export type Link = {
  readonly id: number;
  readonly remoteId: number;
  readonly kind: SyncKind;
  /** Row here. It may be gone: then the object was deleted here, since ids are never reused. */
  readonly localId: number;
  /** Id or pk there, for a subproject the id of the child; null: to be created there. */
  readonly remoteKey: number | null;
  /** Link of the project that it belongs to; null for a project. */
  readonly projectLink: number | null;
  /** How it is addressed there: slug, alias or pk. */
  readonly address: string;
  /** What both sides last agreed on; null: to be created there. */
  readonly base: Fields | null;
  /** Values there that differ from base and were not taken (conflicts); null: none. */
  readonly theirs: Fields | null;
  /** A complete listing no longer had it, and it was changed here; or the project is gone there. */
  readonly deletedThere: boolean;
  /** Values that were sent and not taken there, by field; not outgoing until they are changed here. */
  readonly ignored: Fields;
  /** Read-only fields of the service, kept and shown. */
  readonly shown: JsonObject;
  readonly seenAt: Timestamp;
};

/** One object as the service answered it. */
export type RemoteObject = {
  readonly kind: SyncKind;
  readonly key: number;
  readonly address: string;
  readonly fields: Fields;
  readonly shown: JsonObject;
};

/** An object that is there and cannot be taken here: its id, and a sentence with the reason. */
export type NotTaken = { readonly key: number; readonly reason: string };

/** A list as the service answered it; `complete` tells whether what it lacks was deleted there. */
export type Listing = {
  readonly objects: readonly RemoteObject[];
  readonly complete: boolean;
  readonly notTaken?: readonly NotTaken[];
};

/** A build on the service; shown, and kept apart from builds here. */
export type RemoteBuild = {
  readonly key: number;
  /** Slug there; null when the version is gone. */
  readonly version: string | null;
  /** A state of the service, perhaps one that is not known here. */
  readonly state: string;
  readonly success: boolean | null;
  readonly commit: string | null;
  readonly created: Timestamp;
  readonly duration: number | null;
};

/** One project with all its lists. */
export type RemoteProject = {
  readonly project: RemoteObject;
  readonly versions: Listing;
  readonly redirects: Listing;
  readonly variables: Listing;
  /** null when they were not asked for: only parents have some. */
  readonly subprojects: Listing | null;
  readonly builds: readonly RemoteBuild[];
};
