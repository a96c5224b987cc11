import { useSecretsHidden } from './presenter-mode.ts';

const DOTS = '••••••••••••';

type Props = {
  readonly label: string;
  readonly className?: string;
  /** The secret. */
  readonly children: string;
};

/** Shows a secret; in presenter mode dots in its place, so that it is nowhere in the page. */
export function SecretText({ label, className, children }: Props) {
  const isHidden = useSecretsHidden();
  return (
    <output
      className={className}
      aria-label={label}
      title={isHidden ? 'Hidden in presenter mode; it can be copied.' : undefined}
    >
      {isHidden ? DOTS : children}
    </output>
  );
}

/** Shortens an address that may hold a secret to its origin. */
export function hideAddress(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return `${origin === 'null' ? '' : origin}/${DOTS}`;
}
