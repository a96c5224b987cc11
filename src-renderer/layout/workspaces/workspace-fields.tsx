import { Input, TextInput } from '@mantine/core';
import { WORKSPACE_COLORS } from '../../../src-server/model/workspaces/workspace.ts';
import type { Form } from '../../ui/form/use-form.ts';
import classes from './workspaces.module.css';

type Values = { name: string; color: string };

/** Asks for the name and the colour of a workspace. */
export function WorkspaceFields<V extends Values>({ form }: { readonly form: Form<V> }) {
  const { value, error } = form.field('name');
  return (
    <>
      <TextInput
        label="Name"
        placeholder="Training"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={value}
        error={error}
        onChange={({ currentTarget }) => form.change({ name: currentTarget.value } as Partial<V>)}
      />
      <Input.Wrapper
        label="Colour"
        labelElement="div"
        description="Shown at the edge of the window"
        mt="md"
        error={form.errorOf('color')}
      >
        <div className={classes.swatches} role="radiogroup" aria-label="Colour" style={{ marginTop: 8 }}>
          {WORKSPACE_COLORS.map((color) => (
            <input
              key={color}
              type="radio"
              name="color"
              className={classes.swatch}
              data-workspace-color={color}
              aria-label={color}
              title={color}
              checked={form.values.color === color}
              onChange={() => form.change({ color } as Partial<V>)}
            />
          ))}
        </div>
      </Input.Wrapper>
    </>
  );
}
