import { Spotlight, spotlight } from '@mantine/spotlight';
import { useState } from 'react';
import classes from './palette.module.css';
import { PaletteBody } from './palette-body.tsx';

/** Finds projects, versions, people and commands by a few letters. */
export function Palette() {
  const [typed, setTyped] = useState('');
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={['mod + K', 'mod + P']}
      // Also from inside a field, where other keys belong to the field.
      tagsToIgnore={[]}
      size={600}
      yOffset={88}
      centered={false}
      zIndex={200}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      classNames={{ content: classes.content, body: classes.body }}
      // Opens at once, with the focus, so that no letter goes elsewhere; its style fades it in.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Search or run a command' } }}
    >
      <PaletteBody typed={typed} setTyped={setTyped} close={spotlight.close} />
    </Spotlight.Root>
  );
}
