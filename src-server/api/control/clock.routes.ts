import { formatTimestamp, type Timestamp } from '../../model/base/timestamp.ts';
import { ClockAdvance, ClockChange } from '../../model/clock/clock-change.ts';
import { type ControlRequest, type ControlRoute, controlRoute } from './control-route.ts';

const SECOND: Timestamp = 1_000_000;

/** The clock that dates of the API and the throttle follow. */
export const clockRoutes: readonly ControlRoute[] = [
  controlRoute({ method: 'GET', path: 'clock', run: clockView }),
  controlRoute({
    method: 'PUT',
    path: 'clock',
    body: ClockChange,
    run(request) {
      request.services.clock.set(request.actor, request.body);
      return clockView(request);
    },
  }),
  controlRoute({
    method: 'POST',
    path: 'clock/advance',
    body: ClockAdvance,
    run(request) {
      request.services.clock.advance(request.actor, request.body);
      return clockView(request);
    },
  }),
];

function clockView({ services }: Pick<ControlRequest<unknown>, 'services'>) {
  const { mode, now, offset } = services.clock.state();
  return { mode, now: formatTimestamp(now), offset: offset / SECOND };
}
