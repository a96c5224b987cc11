import { Menu } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { copyText } from '../feedback/copy-text.ts';
import { truncate } from '../format.ts';
import { useWindowZoom } from '../window-zoom.ts';
import { type OpenContextMenu, openContextMenu, useContextMenu } from './context-menu-state.ts';
import type { Copyable } from './copyable.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Shows the context menu that is open, and opens one on any text that can be copied. */
export function ContextMenu() {
  const { menu, close } = useContextMenu();
  const [path] = useLocation();
  // The menu is about the screen that was left. Back and Forward may change no more than a filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    close();
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [path, close]);
  useEffect(() => {
    const onContextMenu = (event: MouseEvent) => openContextMenu(event);
    document.addEventListener('contextmenu', onContextMenu);
    return () => document.removeEventListener('contextmenu', onContextMenu);
  }, []);
  return menu && <OpenedMenu key={menu.id} menu={menu} close={close} />;
}

type OpenedMenuProps = { readonly menu: OpenContextMenu; readonly close: () => void };

function OpenedMenu({ menu, close }: OpenedMenuProps) {
  const { x, y, label, items, copyable, returnTo } = menu;
  const name = label ?? `Copy ${copyable?.name ?? ''}`;
  const zoom = useWindowZoom((state) => state.zoom);
  const onChange = (opened: boolean) => {
    if (opened) return;
    close();
    requestAnimationFrame(() => returnTo?.focus({ preventScroll: true }));
  };
  // A list that scrolls takes away what the menu is about.
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (!(event.target instanceof Element && event.target.closest('[role="menu"]'))) close();
    };
    document.addEventListener('wheel', onWheel, { passive: true });
    return () => document.removeEventListener('wheel', onWheel);
  }, [close]);
  return (
    <section aria-label="Context menu" style={{ position: 'fixed', top: 0, left: 0 }}>
      <Menu
        opened
        onChange={onChange}
        position="bottom-start"
        offset={2}
        width={220}
        withinPortal={false}
        // Above the notifications of the bell, which have it as well.
        zIndex={350}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          {/* The menu is placed at it and has its name: a button, which alone can have a menu. */}
          <button
            type="button"
            tabIndex={-1}
            aria-label={name}
            style={{
              position: 'fixed',
              left: x / zoom,
              top: y / zoom,
              width: 0,
              height: 0,
              padding: 0,
              border: 0,
            }}
          />
        </Menu.Target>
        <Menu.Dropdown onContextMenu={(event) => event.preventDefault()}>
          {copyable && <CopyItems copyable={copyable} />}
          {copyable && items && <Menu.Divider />}
          {items?.()}
        </Menu.Dropdown>
      </Menu>
    </section>
  );
}

function CopyItems({ copyable: { text, name, href } }: { readonly copyable: Copyable }) {
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy {...ICON} />}
        title={text}
        onClick={() => copyText(text, `Copied ${truncate(text)}`)}
      >
        {`Copy ${name}`}
      </Menu.Item>
      {href !== undefined && (
        <Menu.Item
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink {...ICON} />}
        >
          {href === text ? 'Open URL' : 'Open in a new tab'}
        </Menu.Item>
      )}
    </>
  );
}
