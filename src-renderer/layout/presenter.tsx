import { useEffect } from 'react';
import { onMadeChange } from '../api/made-changes.ts';
import { apiCallOf } from '../features/presenter/api-call-of.ts';
import { presentCall, usePresentedCalls } from '../features/presenter/presented-calls.ts';
import { usePresenterMode } from '../features/presenter/presenter-mode.ts';
import { enlargeWindow } from '../ui/window-zoom.ts';
import classes from './presenter.module.css';

/** Enlarges the window in presenter mode, and shows at its edge the call of the API behind each click. */
export function Presenter() {
  const { isOn, zoom } = usePresenterMode();
  const calls = usePresentedCalls((state) => state.calls);
  useEffect(() => (isOn ? enlargeWindow(Number(zoom) / 100) : undefined), [isOn, zoom]);
  useEffect(
    () =>
      onMadeChange((made) => {
        const call = apiCallOf(made);
        if (call) presentCall(call);
      }),
    [],
  );
  if (!isOn || calls.length === 0) return null;
  return (
    <section className={classes.calls} aria-label="Calls of the API">
      {calls.map(({ id, method, path, status }) => (
        <p key={id} className={`mono ${classes.call}`}>
          <b>{method}</b> {path} → {status}
        </p>
      ))}
    </section>
  );
}
