import { collections } from '../collections/collections.ts'
import type { Field } from '../collections/field.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import { phrase } from '../sentence.ts'
import { fieldFromAttribute, fieldOfAttribute } from './attributes.ts'
import type { AttributeCondition, LibraryAttribute } from './attributes.ts'
import { libraryOptions } from './permit-library.ts'
import type { PermitLibrary } from './permit-library.ts'

const isConditional = ({ type }: Field) => type === 'enum' || type === 'boolean'

/**
 * The fields that conditions of attributes can name: choices and checkboxes of permits, attributes included.
 */
export function conditionFields(library: PermitLibrary): ReadonlyMap<string, Field> {
  const own = Object.entries(collections.permits.fields).filter(
    ([name, declared]: [string, Field]) => name !== 'permitType' && declared.internal === undefined,
  )
  const added = library.attributes.map((attribute): [string, Field] => [
    fieldOfAttribute(attribute),
    fieldFromAttribute(attribute),
  ])
  const all: [string, Field][] = [...own, ...added]
  return new Map(
    all
      .filter(([, declared]) => isConditional(declared))
      .map(([name, declared]): [string, Field] => [
        name,
        declared.library === undefined
          ? declared
          : { ...declared, options: libraryOptions(library, declared.library) },
      ]),
  )
}

function conditionProblems(
  fields: ReadonlyMap<string, Field>,
  condition: AttributeCondition,
  path: string,
): MapProblem[] {
  return Object.entries(condition).flatMap(([name, values]): MapProblem[] => {
    const declared = fields.get(name)
    if (declared === undefined)
      return [
        {
          path: `${path}.${name}`,
          code: 'unknown-field',
          detail: phrase('{{path}}: there is no choice or checkbox {{name}}', { path, name }),
        },
      ]
    const known: readonly (string | boolean)[] =
      declared.type === 'boolean' ? [true, false] : (declared.options ?? []).map(({ code }) => code)
    return values
      .filter((value) => !known.includes(value))
      .map((value) => ({
        path: `${path}.${name}`,
        code: 'unknown',
        detail: phrase('{{path}}: {{value}} is not a value of {{name}}', {
          path,
          value: String(value),
          name,
        }),
      }))
  })
}

/** Every reason why the attributes cannot be used: a name twice, unknown types, and conditions on nothing. */
export function checkAttributes(library: PermitLibrary): MapProblem[] {
  const { attributes, permitTypes } = library
  const fields = conditionFields(library)
  const codes = new Set(permitTypes.map(({ code }) => code))
  return attributes.flatMap((attribute: LibraryAttribute, at): MapProblem[] => {
    const path = `body.attributes.${at}`
    const { name, shownWhen, requiredWhen } = attribute
    // A field that depends on itself would never appear.
    const others = new Map([...fields].filter(([field]) => field !== fieldOfAttribute(attribute)))
    return [
      ...(attributes.slice(0, at).some((each) => each.name === name)
        ? [
            {
              path: `${path}.name`,
              code: 'repeated',
              detail: phrase('Two details have the name {{name}}.', { name }),
            },
          ]
        : []),
      ...attribute.permitTypes
        .filter((code) => !codes.has(code))
        .map((code) => ({
          path: `${path}.permitTypes`,
          code: 'unknown',
          detail: phrase('There is no permit type with the code {{code}}.', { code }),
        })),
      ...conditionProblems(others, shownWhen, `${path}.shownWhen`),
      ...conditionProblems(others, requiredWhen ?? {}, `${path}.requiredWhen`),
    ]
  })
}
