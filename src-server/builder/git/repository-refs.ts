import {
  type InspectedRef,
  type InspectedRefs,
  sortRefs,
} from '../../model/projects/repository-inspection.ts';

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';
/** The suffix of an annotated tag's name that denotes its commit. */
const PEELED_SUFFIX = '^{}';

/** Parses the output of `git ls-remote --symref`; ignores refs other than branches and tags. */
export function readRefs(output: string): InspectedRefs {
  const branches = new Map<string, InspectedRef>();
  const tags = new Map<string, InspectedRef>();
  let head: string | null = null;
  for (const line of output.split('\n')) {
    const [left = '', name = ''] = line.split('\t');
    if (name === 'HEAD' && left.startsWith(`ref: ${BRANCH}`)) head = left.slice(`ref: ${BRANCH}`.length);
    else if (name.startsWith(BRANCH)) addRef(branches, name.slice(BRANCH.length), left);
    else if (name.startsWith(TAG)) addRef(tags, withoutSuffix(name.slice(TAG.length), PEELED_SUFFIX), left);
  }
  const defaultBranch = head !== null && branches.has(head) ? head : null;
  return {
    branches: sortRefs([...branches.values()], defaultBranch),
    tags: sortRefs([...tags.values()], defaultBranch),
    defaultBranch,
  };
}

/** Adds a ref. The commit of an annotated tag comes after the tag itself and replaces it. */
function addRef(refs: Map<string, InspectedRef>, name: string, commit: string): void {
  // A name like an option must never reach a command line (safety S12).
  if (name !== '' && !name.startsWith('-')) refs.set(name, { name, commit });
}

function withoutSuffix(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}
