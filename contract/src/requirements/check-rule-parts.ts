import type { Field } from '../collections/field.ts'
import { foldText } from '../fold-text.ts'
import { valuesOfField } from '../permit-library/check-attributes.ts'
import { visibleText } from '../empty-text.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import { phrase } from '../sentence.ts'
import type { RequirementRule } from './requirements.ts'
import type { RuleCondition } from './rule-condition.ts'
import { isNumberField } from './rule-fields.ts'

type Fields = ReadonlyMap<string, Field>

function askedProblems(
  declared: Field,
  name: string,
  asked: RuleCondition[string],
  path: string,
): MapProblem[] {
  if (!Array.isArray(asked))
    return isNumberField(declared)
      ? []
      : [
          {
            path,
            code: 'wrong-type',
            detail: phrase('{{path}}: {{name}} is not a number, so it has no range', { path, name }),
          },
        ]
  if (isNumberField(declared))
    return [
      {
        path,
        code: 'wrong-type',
        detail: phrase('{{path}}: {{name}} is a number, so it needs a range', { path, name }),
      },
    ]
  const known = valuesOfField(declared)
  return asked
    .filter((value) => !known.includes(value))
    .map((value) => ({
      path,
      code: 'unknown',
      detail: phrase('{{path}}: {{value}} is not a value of {{name}}', { path, value: String(value), name }),
    }))
}

function conditionProblems(fields: Fields, when: RuleCondition, at: string): MapProblem[] {
  return Object.entries(when).flatMap(([name, asked]): MapProblem[] => {
    const path = `${at}.when.${name}`
    const declared = fields.get(name)
    if (declared !== undefined) return askedProblems(declared, name, asked, path)
    return [
      {
        path,
        code: 'unknown-field',
        detail: phrase('{{path}}: there is no choice, checkbox or number {{name}} that people enter', {
          path,
          name,
        }),
      },
    ]
  })
}

function amountProblems(fields: Fields, { amounts = [], fees }: RequirementRule, at: string): MapProblem[] {
  return amounts.flatMap(({ fee, by }, index): MapProblem[] => {
    const path = `${at}.amounts.${index}`
    const declared = by === null ? undefined : fields.get(by)
    return [
      ...(fees.includes(fee)
        ? []
        : [
            {
              path: `${path}.fee`,
              code: 'unknown',
              detail: phrase('{{path}}: {{fee}} is not a fee of this rule', { path: `${path}.fee`, fee }),
            },
          ]),
      ...(amounts.findIndex((each) => each.fee === fee) < index
        ? [
            {
              path: `${path}.fee`,
              code: 'repeated',
              detail: phrase('{{path}}: this rule has two amounts for {{fee}}', { path: `${path}.fee`, fee }),
            },
          ]
        : []),
      ...(by === null || (declared !== undefined && isNumberField(declared))
        ? []
        : [
            {
              path: `${path}.by`,
              code: 'unknown-field',
              detail: phrase('{{path}}: there is no number {{name}} that people enter', {
                path: `${path}.by`,
                name: by,
              }),
            },
          ]),
    ]
  })
}

function departmentProblems({ departments = [] }: RequirementRule, at: string): MapProblem[] {
  const folded = departments.map((name) => foldText(visibleText(name)))
  return folded.flatMap((name, index): MapProblem[] => {
    const path = `${at}.departments.${index}`
    return folded.indexOf(name) < index
      ? [
          {
            path,
            code: 'repeated',
            detail: phrase('{{path}}: this rule names one of its departments twice', { path }),
          },
        ]
      : []
  })
}

/**
 * Every reason why the condition, the amounts and the departments of a rule cannot be used; `at` is its path.
 * `fields` are those that conditions can name.
 */
export const rulePartProblems = (fields: Fields, rule: RequirementRule, at: string): MapProblem[] => [
  ...conditionProblems(fields, rule.when ?? {}, at),
  ...amountProblems(fields, rule, at),
  ...departmentProblems(rule, at),
]
