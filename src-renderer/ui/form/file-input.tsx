import type { RefObject } from 'react';

type Props = {
  /** `click()` on it opens the dialog of the system. */
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** As the attribute `accept`: `.zip`. */
  readonly accept: string;
  readonly choose: (file: File) => Promise<void>;
};

/** Lets a button open the dialog of the system that chooses a file; shows nothing itself. */
export function FileInput({ ref, label, accept, choose }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      hidden
      onChange={(event) => {
        const input = event.currentTarget;
        const [file] = input.files ?? [];
        if (!file) return;
        void choose(file).finally(() => {
          input.value = ''; // so that the same file can be chosen again after it was corrected
        });
      }}
    />
  );
}
