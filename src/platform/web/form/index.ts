export {
  CheckboxField,
  CheckboxGroupField,
  type Option,
  RadioGroupField,
  SelectField,
} from './choice-fields.tsx';
export { checkDate, isRealDate } from './date.ts';
export { DateField } from './date-field.tsx';
export { withSchema } from './errors.ts';
export { FileField } from './file-field.tsx';
export { Fieldset, Form, SubmitButton } from './form.tsx';
export {
  NumberField,
  PasswordField,
  TextAreaField,
  TextField,
} from './text-fields.tsx';
export { type Envio, UploadProgress } from './upload-progress.tsx';
export { useDrop } from './use-drop.ts';
export { type FieldProps, type FormState, useForm } from './use-form.ts';
