import { useId } from 'react'
import type { InputHTMLAttributes } from 'react'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'autoComplete' | 'className'> & {
  label: string
}

/** A labeled input of the shell's own pages; autocomplete is off in every input (specification.md 5). */
export function Field({ label, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoComplete="off" {...input} />
    </div>
  )
}
