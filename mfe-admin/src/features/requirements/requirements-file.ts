import { RequirementsFile, requirementsFormat } from '@portal/contract'
import type { FileAuthority, Requirements } from '@portal/contract'
import type { Agency } from '../../parts/agencies.queries.ts'

const named = ({ rules }: Requirements) => new Set(rules.flatMap(({ authority }) => authority ?? []))

/** The requirements with the agencies they name, as the text of a file. */
export function toFile(requirements: Requirements, agencies: readonly Agency[]): string {
  const codes = named(requirements)
  const file: RequirementsFile = {
    format: requirementsFormat,
    authorities: agencies.filter(({ shortCode }) => codes.has(shortCode)),
    requirements,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export type ReadFile =
  | {
      requirements: Requirements
      /** Agencies of the file that this office does not have. */
      missing: readonly FileAuthority[]
      /** Short codes that rules name and nobody knows. */
      unknown: readonly string[]
    }
  | { reason: string }

/** Reads a file of requirements, or says what is wrong with it. */
export function fromFile(text: string, agencies: readonly Agency[]): ReadFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
  const parsed = RequirementsFile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
  }
  const { authorities, requirements } = parsed.data
  const known = new Set(agencies.map(({ shortCode }) => shortCode))
  const codes = [...named(requirements)].filter((code) => !known.has(code))
  return {
    requirements,
    missing: authorities.filter(({ shortCode }) => codes.includes(shortCode)),
    unknown: codes.filter((code) => !authorities.some(({ shortCode }) => shortCode === code)),
  }
}
