import { Button, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './lessons.module.css';

type Props = {
  readonly lesson: string;
  readonly question: { readonly text: string; readonly choices: readonly string[] };
};

/** Asks a question; the server knows the answer. */
export function Question({ lesson: id, question: { text, choices } }: Props) {
  const [choice, setChoice] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const answer = useMutation(
    desk.lessons.answer.mutationOptions({
      onSuccess: ({ answer: isRight }) => setIsWrong(!isRight),
      onError: notifyError,
    }),
  );
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== '') answer.mutate({ id, choice });
      }}
    >
      <Radio.Group
        label={text}
        value={choice}
        onChange={(value) => {
          setChoice(value);
          setIsWrong(false);
        }}
      >
        <Stack gap={6} mt={6}>
          {choices.map((each) => (
            <Radio key={each} value={each} label={each} />
          ))}
        </Stack>
      </Radio.Group>
      <div className={classes.actions}>
        <Button type="submit" size="compact-sm" loading={answer.isPending} aria-disabled={choice === ''}>
          Answer
        </Button>
        <span role="status" className="warn">
          {isWrong && 'Not that one.'}
        </span>
      </div>
    </form>
  );
}
