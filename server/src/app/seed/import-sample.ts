import type { LocalDate } from '@portal/contract'
import {
  shiftDate,
  toSiteAddress,
  toAttributes,
  toCents,
  toDate,
  toNumber,
  toPermitType,
  toStatus,
  toTitle,
} from './austin-mapping.ts'
import type { AustinRow } from './austin-rows.ts'
import { bestSpelling, toCompanyName } from './company-names.ts'

/**
 * Represents the people who applied for themselves; their names were removed from the file. Its key cannot be
 * the key of a company.
 */
export const ownerOrganization = { key: '(owners)', name: 'Owner applications without a contractor' } as const

export interface ImportedOrganization {
  key: string
  name: string
  /** Other names in the file, the company before a `DBA` first. */
  otherNames: string[]
  city: string | null
  region: string | null
  postalCode: string | null
}

/** A permit with the data of the file. Its past and the people are added later. */
export interface ImportedPermit {
  authorityNumber: string
  orgKey: string
  permitType: string
  status: string
  /** Day of issue in the source, shifted towards today. */
  date: LocalDate
  title: string
  siteAddress: string
  description: string | null
  valuation: number | null
  lat: number | null
  lng: number | null
  attributes: Record<string, string | number>
}

export interface SkippedRow {
  /** Line in the file. The header is line 1. */
  line: number
  authorityNumber: string
  reason: string
}

export interface ImportReport {
  source: string
  rows: number
  permits: number
  organizations: number
  skipped: SkippedRow[]
  /** Number of rows that were imported despite missing or unreadable cells, by reason. */
  remarks: Record<string, number>
}

export interface ImportedSample {
  organizations: ImportedOrganization[]
  permits: ImportedPermit[]
  report: ImportReport
}

/** The row as a permit, or the reason why it cannot be used. */
export function toPermit(row: AustinRow, orgKey: string, today: LocalDate): ImportedPermit | string {
  if (row.permit_number === '') return 'The permit number is missing'
  const permitType = toPermitType(row.permit_number)
  if (permitType === null) return `The suffix of ${row.permit_number} names no permit type`
  if (row.status === '') return 'The status is missing'
  const status = toStatus(row.status, row.permit_number)
  if (status === null) return `The status ${row.status} is unknown`
  const issued = toDate(row.date_issued)
  if (issued === null) return `The date ${row.date_issued} is no day`
  if (row.permit_location === '') return 'The site address is missing'
  return {
    authorityNumber: row.permit_number,
    orgKey,
    permitType,
    status,
    date: shiftDate(issued, today),
    title: toTitle(row, permitType),
    siteAddress: toSiteAddress(row.permit_location),
    description: row.work_description === '' ? null : row.work_description,
    valuation: toCents(row.total_job_valuation) ?? toCents(row.total_valuation_remodel),
    lat: toNumber(row.lat, -90, 90),
    lng: toNumber(row.lng, -180, 180),
    attributes: toAttributes(row),
  }
}

/** Collects the data of one company while the rows are read. */
class Company {
  readonly #names = new Map<string, number>()
  readonly #behind = new Set<string>()
  readonly #places = new Map<string, { times: number; row: AustinRow }>()

  add(row: AustinRow, name: string, alternateName: string | null): void {
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
    if (alternateName !== null) this.#behind.add(alternateName)
    const place = [row.contractor_city, row.contractor_state, row.contractor_postal].join('|').toLowerCase()
    if (row.contractor_city !== '')
      this.#places.set(place, { times: (this.#places.get(place)?.times ?? 0) + 1, row })
  }

  finish(key: string): ImportedOrganization {
    const name = bestSpelling(this.#names)
    const [place] = [...this.#places.values()].toSorted((a, b) => b.times - a.times)
    return {
      key,
      name,
      otherNames: [...this.#behind, ...[...this.#names.keys()].filter((key) => key !== name).toSorted()],
      city: place ? toSiteAddress(place.row.contractor_city.toUpperCase()) : null,
      region: place?.row.contractor_state.toUpperCase() || null,
      postalCode: place?.row.contractor_postal || null,
    }
  }
}

/**
 * The organization of each row: its contractor, else the only contractor of other permits at the same
 * address, else the owners.
 */
function findOwners(rows: readonly AustinRow[]): {
  keyOf: (row: AustinRow) => string
  companies: Map<string, Company>
} {
  const companies = new Map<string, Company>()
  const keysAt = new Map<string, Set<string>>()
  for (const row of rows) {
    const company = toCompanyName(row.contractor_company)
    if (!company) continue
    const known = companies.get(company.key) ?? new Company()
    known.add(row, company.name, company.alternateName)
    companies.set(company.key, known)
    keysAt.set(row.permit_location, (keysAt.get(row.permit_location) ?? new Set()).add(company.key))
  }
  function keyOf(row: AustinRow): string {
    const company = toCompanyName(row.contractor_company)
    if (company) return company.key
    const [only, ...others] = keysAt.get(row.permit_location) ?? []
    return only !== undefined && others.length === 0 ? only : ownerOrganization.key
  }
  return { keyOf, companies }
}

/**
 * Converts rows of the Austin file to organizations and permits. An unusable row, or one that repeats a
 * number of its organization, is skipped with its line and reason. A row with missing or unreadable cells is
 * imported and counted.
 */
export function importSample(rows: readonly AustinRow[], today: LocalDate, source: string): ImportedSample {
  const { keyOf, companies } = findOwners(rows)
  const permits = new Map<string, ImportedPermit>()
  const skipped: SkippedRow[] = []
  const remarks: Record<string, number> = {}
  const remark = (text: string) => (remarks[text] = (remarks[text] ?? 0) + 1)
  for (const [place, row] of rows.entries()) {
    const orgKey = keyOf(row)
    const permit = toPermit(row, orgKey, today)
    const identity = `${row.permit_number}|${orgKey}`
    const reason =
      typeof permit === 'string'
        ? permit
        : permits.has(identity)
          ? 'The organization already has a permit of this number'
          : null
    if (reason !== null || typeof permit === 'string') {
      skipped.push({ line: place + 2, authorityNumber: row.permit_number, reason: reason ?? '' })
      continue
    }
    permits.set(identity, permit)
    if (!toCompanyName(row.contractor_company)) {
      remark(
        orgKey === ownerOrganization.key
          ? 'No contractor: filed under the owners’ organization'
          : 'No contractor: filed under the contractor of the same address',
      )
    }
    if (permit.lat === null || permit.lng === null) remark('No coordinates')
    if (permit.description === null) remark('No description')
  }
  const used = new Set([...permits.values()].map((permit) => permit.orgKey))
  const organizations = [...companies]
    .filter(([key]) => used.has(key))
    .map(([key, company]) => company.finish(key))
  if (used.has(ownerOrganization.key)) {
    organizations.push({
      ...ownerOrganization,
      otherNames: [],
      city: 'Austin',
      region: 'TX',
      postalCode: null,
    })
  }
  organizations.sort((a, b) => (a.key < b.key ? -1 : 1))
  const merged = organizations.filter(({ otherNames }) => otherNames.length > 0).length
  if (merged > 0) remarks['Companies whose spellings were merged'] = merged
  return {
    organizations,
    permits: [...permits.values()],
    report: {
      source,
      rows: rows.length,
      permits: permits.size,
      organizations: organizations.length,
      skipped,
      remarks,
    },
  }
}
