import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { WithUndo } from '../../../src-server/desk/procedure.ts';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { fieldErrors, flattenErrors, problemOf } from '../../api/desk.ts';
import { notifyUndoable } from '../feedback/notify.tsx';

/** One sentence a field; nested fields by `repository.url`. */
export type FieldErrorTexts = Readonly<Record<string, string>>;

type Options<Values extends object, Answer> = {
  readonly initialValues: Values;
  /** Checks what `toBody` makes of the values, in the words that the server would use. */
  readonly schema?: z.ZodType;
  /** The values as `schema` takes them; the values themselves unless given. */
  readonly toBody?: (values: Values) => unknown;
  /** Finds what the schema cannot know: a name that is taken. */
  readonly check?: (values: Values) => Readonly<Record<string, string | null | undefined>>;
  /** Values that live elsewhere (a draft that outlives the form) instead of in this form. */
  readonly draft?: { readonly values: Values; readonly setValues: (values: Values) => void };
  /** The field that shows a refusal which names no field; without it the form shows that above its buttons. */
  readonly mainField?: keyof Values & string;
  /** Makes the change. A promise that fails shows its refusal beside the field that it names. */
  readonly save: (values: Values) => Promise<Answer>;
  /** Runs once the change is made: closes the dialog. */
  readonly onSaved: (answer: Answer, values: Values) => void;
  /** Says what was done; the toast undoes exactly that where the desk answered how. */
  readonly message?: (answer: Answer, values: Values) => string | undefined;
};

/** What a form shows and does; `FormDialog` and a bare `form` take it. */
export type Form<Values extends object> = {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values;
  readonly change: (part: Partial<Values>) => void;
  readonly submit: (event?: FormEvent) => void;
  readonly isBusy: boolean;
  /** Whether something differs from what the form began with. */
  readonly isChanged: boolean;
  /** Whether the values pass the schema and the check. */
  readonly isValid: boolean;
  /** What the server refused, by field; empty once the field is changed. */
  readonly serverErrors: FieldErrorTexts;
  /** The sentence to show beside a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Why the change was refused as a whole. */
  readonly problem: string | undefined;
  /** Value, error and change handler of a text field; `error` is where the schema names the field differently. */
  readonly field: <Field extends keyof Values & string>(
    field: Field,
    error?: string,
  ) => FieldProps<Values[Field]>;
  readonly clearErrors: () => void;
};

type FieldProps<Value> = {
  readonly value: Value;
  readonly error: ReactNode;
  readonly onChange: (next: Value | { readonly currentTarget: { readonly value: Value } }) => void;
};

const NO_ERRORS: FieldErrorTexts = {};

/**
 * Holds what is typed into a form, checks it by a schema, sends it once, and puts a refusal beside its field. A field
 * shows its fault as soon as something stands in it, an empty one once the form was submitted.
 */
export function useForm<Values extends object, Answer>(options: Options<Values, Answer>): Form<Values> {
  const { initialValues, schema, toBody, check, draft, mainField } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [ownValues, setOwnValues] = useState(initialValues);
  const [submitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<string>();
  const [focusRequests, setFocusRequests] = useState(0);
  const shownFields = useRef(new Set<string>());
  const values = draft?.values ?? ownValues;
  const setValues = draft?.setValues ?? setOwnValues;
  const latestValues = useRef(values);
  latestValues.current = values;
  const saving = useMutation({ mutationFn: options.save, onSuccess: finish, onError: showRefusal });
  const validationErrors: Readonly<Record<string, string | null | undefined>> = {
    ...(schema && schemaErrors(schema, toBody ? toBody(values) : values)),
    ...withoutBlanks(check?.(values) ?? {}),
  };
  const isValid = Object.keys(validationErrors).length === 0;

  function finish(answer: Answer, sent: Values): void {
    const message = options.message?.(answer, sent);
    options.onSaved(answer, sent);
    if (message !== undefined) notifyUndoable(message, hasUndo(answer) ? answer : { undo: null });
  }

  // The keyboard goes to the first faulty field once its fault is on the screen.
  useEffect(() => {
    if (focusRequests > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusRequests]);

  function showRefusal(error: unknown): void {
    const { message } = problemOf(error);
    const byField = fieldErrors(error);
    const hasFields = Object.keys(byField).length > 0;
    const found = !hasFields && mainField !== undefined ? { [mainField]: message } : byField;
    setServerErrors(found);
    // A refusal of something that the form has no field for is said above the buttons.
    if (Object.keys(found).some((field) => shownFields.current.has(field)))
      setFocusRequests((count) => count + 1);
    else setProblem(hasFields ? Object.values(found).join(' ') : message);
  }

  function clearErrors(): void {
    setSubmitted(false);
    setServerErrors(NO_ERRORS);
    setProblem(undefined);
  }

  function change(part: Partial<Values>): void {
    latestValues.current = { ...latestValues.current, ...part };
    setValues(latestValues.current);
    setServerErrors((errors) =>
      Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))),
    );
    setProblem(undefined);
  }

  const errorOf = (
    field: string,
    value: unknown = field in values ? values[field as keyof Values] : undefined,
  ): string | undefined => {
    shownFields.current.add(field);
    const showsFault = submitted || (value !== undefined && value !== '');
    return serverErrors[field] ?? (showsFault ? (validationErrors[field] ?? undefined) : undefined);
  };

  return {
    ref,
    values,
    change,
    submit(event) {
      event?.preventDefault();
      if (saving.isPending) return;
      setSubmitted(true);
      setProblem(undefined);
      if (isValid) saving.mutate(values);
      else setFocusRequests((count) => count + 1);
    },
    isBusy: saving.isPending,
    isChanged: JSON.stringify(values) !== JSON.stringify(initialValues),
    isValid,
    serverErrors,
    errorOf,
    problem,
    field: (name, error = name) => ({
      value: values[name],
      error: errorOf(error, values[name]),
      onChange(next) {
        const value = isChangeEvent(next) ? next.currentTarget.value : next;
        if (error !== name) setServerErrors(({ [error]: _, ...rest }) => rest);
        change({ [name]: value } as unknown as Partial<Values>);
      },
    }),
    clearErrors,
  };
}

/** Checks a body by its schema: one sentence a field, in the server's words. Empty when all is well. */
export function schemaErrors(schema: z.ZodType, body: unknown): Record<string, string> {
  try {
    parseBody(schema, body);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return flattenErrors(error.errors);
    throw error;
  }
}

function hasUndo(answer: unknown): answer is WithUndo {
  return typeof answer === 'object' && answer !== null && 'undo' in answer;
}

function withoutBlanks(errors: Readonly<Record<string, string | null | undefined>>) {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text));
}

function isChangeEvent<Value>(
  next: Value | { readonly currentTarget: { readonly value: Value } },
): next is { readonly currentTarget: { readonly value: Value } } {
  return typeof next === 'object' && next !== null && 'currentTarget' in next;
}
