import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import classes from './settings.module.css';

/** The settings with their context. */
export type SettingsState = inferRouterOutputs<DeskRouter>['settings']['all'];

/** Groups settings under a title. */
export function SettingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.groupTitle}>{title}</h2>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

type SettingProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Its control or value. */
  readonly children?: ReactNode;
};

/** Shows a setting: label and hint on the left, control on the right. */
export function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <div className={classes.text}>
        <span className={classes.name}>{label}</span>
        {hint !== undefined && <span className="meta">{hint}</span>}
      </div>
      {children !== undefined && <div className={classes.control}>{children}</div>}
    </div>
  );
}
