import { useMutation } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';

/** Returns what begins a pull of a remote; `onBegun` runs once it is under way. */
export function usePull(remote: number, onBegun: () => void = () => {}) {
  const { mutate, isPending } = useMutation(
    desk.sync.pull.mutationOptions({ onError: notifyError, onSuccess: onBegun }),
  );
  return {
    isPending,
    /** Pulls what can have changed, as the service decides, or everything. */
    pull: (full?: boolean) => mutate({ remote, ...(full !== undefined && { full }) }),
  };
}
