import { ActionIcon, Textarea } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useSecretsHidden } from '../../features/presenter/presenter-mode.ts';
import classes from './environment.module.css';

type RevealProps = {
  /** The hidden content, for the label: `value`. */
  readonly what: string;
  readonly shown: boolean;
  readonly change: (shown: boolean) => void;
};

/** Shows or hides the content of a secret field. */
export function RevealButton({ what, shown, change }: RevealProps) {
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={22}
      className={classes.reveal}
      aria-label={`${shown ? 'Hide' : 'Show'} ${what}`}
      onClick={() => change(!shown)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

type Props = RevealProps & {
  readonly label: string;
  readonly value: string;
  readonly write: (value: string) => void;
  readonly rows: number;
  readonly error?: ReactNode;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
};

/** A multi-line field that masks its text until it is revealed. */
export function SecretTextarea({ what, shown, change, label, value, write, autoFocus, ...rest }: Props) {
  const isHiddenAnyway = useSecretsHidden();
  const isHidden = (!shown || isHiddenAnyway) && value !== '';
  return (
    <Textarea
      {...rest}
      label={label}
      value={value}
      // One variable per line; wrapping a very long masked line takes seconds.
      wrap="off"
      onChange={(event) => write(event.currentTarget.value)}
      classNames={{
        input: `mono ${classes.textarea} ${isHidden ? classes.masked : ''}`,
        section: classes.textareaSection,
      }}
      rightSection={!isHiddenAnyway && <RevealButton what={what} shown={shown} change={change} />}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={autoFocus || undefined}
    />
  );
}
