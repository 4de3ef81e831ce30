import { inEnglish, joined, phrase, verbatim } from '../sentence.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import type { GuardContext } from './machine.ts'

/**
 * Blocks a submission while details that the permit's type requires are empty, or while the agency of the
 * permit does not issue its type.
 */
export function lackingDetails({
  missingDetails,
  agenciesOfType,
}: Pick<GuardContext, 'missingDetails' | 'agenciesOfType'>): Unmet[] {
  const names = missingDetails.map(inEnglish).join(', ')
  const agencies = agenciesOfType?.join(', ') ?? ''
  return [
    ...(missingDetails.length === 0
      ? []
      : [
          unmet(
            'details-missing',
            phrase('Enter these details first: {{names}}.', { names: joined(missingDetails, ', ') }),
            'Details',
            { names },
          ),
        ]),
    ...(agenciesOfType === null
      ? []
      : [
          unmet(
            'agency-of-type',
            phrase(
              'This permit type is issued by {{agencies}}. Choose that agency, or another permit type.',
              {
                agencies: verbatim(agencies),
              },
            ),
            'Details',
            { agencies },
          ),
        ]),
  ]
}
