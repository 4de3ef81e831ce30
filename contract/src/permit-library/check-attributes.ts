import { collections } from '../collections/collections.ts'
import type { Field } from '../collections/field.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import { phrase, verbatim } from '../sentence.ts'
import { fieldFromAttribute, fieldOfAttribute } from './attributes.ts'
import type { AttributeCondition, LibraryAttribute } from './attributes.ts'
import { libraryOptions } from './permit-library.ts'
import type { PermitLibrary } from './permit-library.ts'

/**
 * The fields of permits, attributes included, that a condition can be about; with the options of the library.
 */
export function permitFields(
  library: PermitLibrary,
  isWanted: (declared: Field) => boolean,
): ReadonlyMap<string, Field> {
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
      .filter(([, declared]) => isWanted(declared))
      .map(([name, declared]): [string, Field] => [
        name,
        declared.library === undefined
          ? declared
          : { ...declared, options: libraryOptions(library, declared.library) },
      ]),
  )
}

/**
 * The fields that conditions of attributes can name: choices and checkboxes of permits, attributes included.
 */
export const conditionFields = (library: PermitLibrary): ReadonlyMap<string, Field> =>
  permitFields(library, ({ type }) => type === 'enum' || type === 'boolean')

/** The values that a condition on a choice or a checkbox may name. */
export const valuesOfField = ({ type, options = [] }: Field): readonly (string | boolean)[] =>
  type === 'boolean' ? [true, false] : options.map(({ code }) => code)

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
    const known = valuesOfField(declared)
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

/**
 * The attributes that are shown by each other, directly or over others: none of them would ever appear. Each
 * circle is told once, at its first attribute.
 */
function circleProblems(attributes: readonly LibraryAttribute[]): MapProblem[] {
  const places = new Map(attributes.map((attribute, at) => [fieldOfAttribute(attribute), at]))
  const shownBy = attributes.map((attribute) =>
    Object.keys(attribute.shownWhen).flatMap((name) => {
      const place = name === fieldOfAttribute(attribute) ? undefined : places.get(name)
      return place === undefined ? [] : [place]
    }),
  )
  /** Everything that has to appear before this attribute does. */
  const reachedFrom = (start: number): ReadonlySet<number> => {
    const reached = new Set<number>()
    const open = [...(shownBy[start] ?? [])]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached.has(at)) continue
      reached.add(at)
      open.push(...(shownBy[at] ?? []))
    }
    return reached
  }
  const reached = attributes.map((_attribute, at) => reachedFrom(at))
  return attributes.flatMap((_attribute, at): MapProblem[] => {
    const circle = attributes.flatMap((each, other) =>
      reached[at]?.has(other) === true && reached[other]?.has(at) === true ? [{ each, other }] : [],
    )
    if (circle.length === 0 || circle[0]?.other !== at) return []
    const names = circle.map(({ each }) => each.label).join(', ')
    return [
      {
        path: `body.attributes.${at}.shownWhen`,
        code: 'circle',
        detail: phrase('The details {{names}} wait for each other, so none of them would be shown.', {
          names: verbatim(names),
        }),
      },
    ]
  })
}

/**
 * Every reason why the attributes cannot be used: a name twice, unknown types, conditions on nothing, and
 * attributes that wait for each other.
 */
export function checkAttributes(library: PermitLibrary): MapProblem[] {
  const { attributes, permitTypes } = library
  const fields = conditionFields(library)
  const codes = new Set(permitTypes.map(({ code }) => code))
  const problems = attributes.flatMap((attribute: LibraryAttribute, at): MapProblem[] => {
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
  return [...problems, ...circleProblems(attributes)]
}
