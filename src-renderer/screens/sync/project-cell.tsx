import { Link } from 'wouter';

/** Names a project here in a row, as a link to it. */
export function ProjectCell({ slug }: { readonly slug: string }) {
  return (
    <Link href={`/projects/${slug}`} className="mono truncate" tabIndex={-1} title={slug}>
      {slug}
    </Link>
  );
}
