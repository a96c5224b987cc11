import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { WithUndo } from '../../../src-server/desk/procedure.ts';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { fieldErrors, flattenErrors, problemOf } from '../../api/desk.ts';
import { noteUnsaved } from '../../api/live/unsaved-forms.ts';
import { notifyUndoable } from '../feedback/notify.tsx';

/** One sentence a field; nested fields by `repository.url`. */
export type FieldErrorTexts = Readonly<Record<string, string>>;

/** What the form begins with, or values that live elsewhere: a draft that outlives the form. */
type Start<Values> =
  | { readonly initialValues: Values; readonly draft?: undefined }
  | {
      readonly draft: { readonly values: Values; readonly setValues: (values: Values) => void };
      readonly initialValues?: undefined;
    };

type Options<Values extends object, Answer> = Start<Values> & {
  /** Checks what `toBody` makes of the values, in the words that the server would use. */
  readonly schema?: Schema;
  /** The values as `schema` takes them; the values themselves unless given. */
  readonly toBody?: (values: Values) => unknown;
  /** Finds what the schema cannot know: a name that is taken. */
  readonly check?: (values: Values) => Readonly<Record<string, string | null | undefined>>;
  /** Names of fields in the schema and in refusals, where they differ from the form's. */
  readonly schemaNames?: { readonly [Field in keyof Values]?: string };
  /**
   * When a field shows its error: as soon as it has a value (the default), always, once it was left, or once
   * the form was submitted. In the last two cases a change of the field hides it again.
   */
  readonly showErrors?: 'filled' | 'always' | 'left' | 'submitted';
  /** The field that shows a refusal which names no field; without it the form shows that above its buttons. */
  readonly mainField?: keyof Values & string;
  /** Makes the change. A promise that fails shows its refusal beside the field that it names. */
  readonly save: (values: Values) => Promise<Answer>;
  /** Runs once the change is made: closes the dialog. */
  readonly onSaved?: (answer: Answer, values: Values) => void;
  /** Says a refusal that names no field of the form; the form shows it above its buttons unless given. */
  readonly onRefused?: (error: unknown) => void;
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
  /** Whether the values pass the schema and the check. */
  readonly isValid: boolean;
  /** Every sentence that stands beside a field. */
  readonly errors: FieldErrorTexts;
  /** The sentence to show beside a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Shows the error of a field, if it has one. */
  readonly showError: (field: string) => void;
  /** Why the change was refused as a whole. */
  readonly problem: string | undefined;
  /** Value, error and handlers of a field. */
  readonly field: <Field extends keyof Values & string>(field: Field) => FieldProps<Values[Field]>;
  readonly clearErrors: () => void;
};

type FieldProps<Value> = {
  readonly value: Value;
  readonly error: ReactNode;
  /** Null, which a select without a choice gives, changes nothing. */
  readonly onChange: (next: Value | { readonly currentTarget: { readonly value: Value } } | null) => void;
  readonly onBlur?: () => void;
};

/** A schema, or a function that throws `Invalid`. */
type Schema = z.ZodType | ((body: unknown) => unknown);

const NO_ERRORS: FieldErrorTexts = {};
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Holds what is typed into a form, checks it by a schema, sends it once, and puts a refusal beside its field. */
export function useForm<Values extends object, Answer>(options: Options<Values, Answer>): Form<Values> {
  const { schema, toBody, check, schemaNames = {}, showErrors = 'filled', mainField } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [ownValues, setOwnValues] = useState(options.draft ? options.draft.values : options.initialValues);
  // A draft lives elsewhere; what is typed into this form alone would be lost by a reload.
  const [firstValues] = useState(ownValues);
  const isUnsaved = !options.draft && JSON.stringify(ownValues) !== JSON.stringify(firstValues);
  useEffect(() => (isUnsaved ? noteUnsaved() : undefined), [isUnsaved]);
  const { values, setValues } = options.draft ?? { values: ownValues, setValues: setOwnValues };
  const [submitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<string>();
  const [focusRequests, setFocusRequests] = useState(0);
  const [fieldsShown, setFieldsShown] = useState(NO_FIELDS);
  const shownFields = useRef(new Set<string>());
  const latestValues = useRef(values);
  latestValues.current = values;
  const saving = useMutation({ mutationFn: options.save, onSuccess: finish, onError: showRefusal });
  const foundErrors = byField({
    ...(schema && schemaErrors(schema, toBody ? toBody(values) : values)),
    ...withoutBlanks(check?.(values) ?? {}),
  });
  const isValid = Object.keys(foundErrors).length === 0;
  const errors: FieldErrorTexts = {
    ...Object.fromEntries(Object.entries(foundErrors).filter(([field]) => isErrorShown(field))),
    ...serverErrors,
  };

  function isErrorShown(field: string): boolean {
    if (showErrors === 'always' || fieldsShown.has(field)) return true;
    const value: unknown = field in values ? values[field as keyof Values] : undefined;
    return showErrors === 'filled' && (submitted || (value !== undefined && value !== ''));
  }

  /** Gives the errors of a schema or of a refusal the form's names. */
  function byField(found: FieldErrorTexts): FieldErrorTexts {
    const names = new Map(Object.entries(schemaNames).map(([field, name]) => [name, field]));
    return Object.fromEntries(Object.entries(found).map(([name, text]) => [names.get(name) ?? name, text]));
  }

  function finish(answer: Answer, sent: Values): void {
    const message = options.message?.(answer, sent);
    setServerErrors(NO_ERRORS);
    options.onSaved?.(answer, sent);
    if (message !== undefined) notifyUndoable(message, hasUndo(answer) ? answer : { undo: null });
  }

  // The keyboard goes to the first invalid field once its error is on the screen.
  useEffect(() => {
    if (focusRequests > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusRequests]);

  function showRefusal(error: unknown): void {
    const { message } = problemOf(error);
    const named = byField(fieldErrors(error));
    const hasFields = Object.keys(named).length > 0;
    const found = !hasFields && mainField !== undefined ? { [mainField]: message } : named;
    setServerErrors(found);
    // A refusal of something that the form has no field for is said above the buttons.
    if (Object.keys(found).some((field) => shownFields.current.has(field)))
      setFocusRequests((count) => count + 1);
    else if (options.onRefused) options.onRefused(error);
    else setProblem(hasFields ? Object.values(found).join(' ') : message);
  }

  function clearErrors(): void {
    setSubmitted(false);
    setFieldsShown(NO_FIELDS);
    setServerErrors(NO_ERRORS);
    setProblem(undefined);
  }

  function change(part: Partial<Values>): void {
    latestValues.current = { ...latestValues.current, ...part };
    setValues(latestValues.current);
    setServerErrors((known) =>
      Object.fromEntries(Object.entries(known).filter(([field]) => !(field in part))),
    );
    setFieldsShown((fields) => new Set([...fields].filter((field) => !(field in part))));
    setProblem(undefined);
  }

  const errorOf = (field: string): string | undefined => {
    shownFields.current.add(field);
    return errors[field];
  };
  const showError = (field: string) => setFieldsShown((fields) => new Set([...fields, field]));

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
      else {
        setFieldsShown(new Set(Object.keys(foundErrors)));
        setFocusRequests((count) => count + 1);
      }
    },
    isBusy: saving.isPending,
    isValid,
    errors,
    errorOf,
    showError,
    problem,
    field: (name) => ({
      value: values[name],
      error: errorOf(name),
      onChange(next) {
        if (next === null) return;
        change({
          [name]: isChangeEvent(next) ? next.currentTarget.value : next,
        } as unknown as Partial<Values>);
      },
      ...(showErrors === 'left' && { onBlur: () => showError(name) }),
    }),
    clearErrors,
  };
}

/** Checks a body by its schema: one sentence a field, in the server's words. Empty when all is well. */
export function schemaErrors(schema: Schema, body: unknown): Record<string, string> {
  try {
    if (typeof schema === 'function') schema(body);
    else parseBody(schema, body);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return flattenErrors(error.errors);
    throw error;
  }
}

function hasUndo(answer: unknown): answer is WithUndo {
  return typeof answer === 'object' && answer !== null && 'undo' in answer;
}

function withoutBlanks(errors: Readonly<Record<string, string | null | undefined>>): FieldErrorTexts {
  return Object.fromEntries(Object.entries(errors).flatMap(([field, text]) => (text ? [[field, text]] : [])));
}

function isChangeEvent<Value>(
  next: Value | { readonly currentTarget: { readonly value: Value } },
): next is { readonly currentTarget: { readonly value: Value } } {
  return typeof next === 'object' && next !== null && 'currentTarget' in next;
}
