import { useEffect } from 'react';
import { onSentChange } from '../api/sent-changes.ts';
import { apiCallOf } from '../features/presenter/api-call-of.ts';
import { presentCall, usePresentedCalls } from '../features/presenter/presented-calls.ts';
import { usePresenterMode } from '../features/presenter/presenter-mode.ts';
import { formatCount } from '../ui/format.ts';
import { enlargeWindow } from '../ui/window-zoom.ts';
import classes from './presenter.module.css';

/** Enlarges the window in presenter mode, and shows at its edge the call of the API behind each click, with the status that came of it. */
export function Presenter() {
  const { isOn, zoom } = usePresenterMode();
  const calls = usePresentedCalls((state) => state.calls);
  useEffect(() => (isOn ? enlargeWindow(Number(zoom) / 100) : undefined), [isOn, zoom]);
  useEffect(
    () =>
      onSentChange((sent) => {
        const call = apiCallOf(sent);
        if (call) presentCall(call);
      }),
    [],
  );
  if (!isOn || calls.length === 0) return null;
  return (
    <section className={classes.calls} aria-label="Calls of the API">
      {calls.map(({ key, method, path, status, more }) => (
        <p key={key} className={`mono ${classes.call}`}>
          <b>{method}</b> {path} → <span data-refused={status >= 400 || undefined}>{status}</span>
          {more !== undefined && ` and ${formatCount(more)} more like it`}
        </p>
      ))}
    </section>
  );
}
