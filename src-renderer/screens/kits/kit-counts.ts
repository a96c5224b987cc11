import type { KitCounts } from '../../../src-server/model/kits/kit.ts';
import { pluralize, unbroken } from '../../ui/format.ts';

/** Describes what a kit holds: "48 projects, 600 versions, 3 repositories". */
export function describeCounts(counts: KitCounts): string {
  const { projects, versions, builds, users, repositories, scripts, faults, lessons } = counts;
  const parts = [
    [projects, 'project', 'projects'],
    [versions, 'version', 'versions'],
    [builds, 'build', 'builds'],
    [users, 'user', 'users'],
    [repositories, 'repository', 'repositories'],
    [scripts, 'build script', 'build scripts'],
    [faults, 'fault rule', 'fault rules'],
    [lessons, 'lesson', 'lessons'],
  ] as const;
  const present = parts.filter(([count]) => count > 0);
  return present.map(([count, one, many]) => unbroken(pluralize(count, one, many))).join(', ');
}
