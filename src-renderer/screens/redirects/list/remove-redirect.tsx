import { useMutation } from '@tanstack/react-query';
import { desk, problemOf } from '../../../api/desk.ts';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { tellDone } from '../../../ui/feedback/tell.tsx';
import { fromWords, nameOf, type RedirectView } from './redirect-view.ts';
import classes from './redirects.module.css';

type Props = {
  readonly slug: string;
  readonly rule: RedirectView;
  readonly close: () => void;
  /** It is no longer there. */
  readonly removed: () => void;
};

/** Asks before a redirect goes. */
export function RemoveRedirect({ slug, rule, close, removed }: Props) {
  const remove = useMutation(
    desk.redirects.remove.mutationOptions({
      onSuccess() {
        close();
        removed();
        void tellDone(`Removed ${nameOf(rule)}`);
      },
    }),
  );
  return (
    <Confirm
      title="Remove redirect"
      act="Remove redirect"
      busy={remove.isPending}
      problem={remove.error ? problemOf(remove.error).message : undefined}
      run={() => remove.mutate({ slug, id: rule.id })}
      close={close}
    >
      Readers who ask for <span className={classes.address}>{fromWords(rule).text}</span> get a 404, unless
      another redirect answers. Undo brings it back to its place.
    </Confirm>
  );
}
