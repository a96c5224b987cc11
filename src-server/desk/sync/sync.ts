import { router } from '../procedure.ts';
import { accountProcedures } from './accounts.ts';
import { differenceProcedures } from './changes.ts';
import { runProcedures } from './runs.ts';

/** Accounts on documentation services: what was pulled from them, what is other here, and the runs between both. */
export const syncRouter = router({ ...accountProcedures, ...differenceProcedures, ...runProcedures });
