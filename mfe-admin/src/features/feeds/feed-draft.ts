import type { Reference } from '@portal/contract'
import { feedFields, foldStatus } from '@portal/contract/authority-feeds'
import type {
  AuthoritySource,
  FeedDialect,
  FeedField,
  FeedPolicy,
  NewAuthoritySource,
} from '@portal/contract/authority-feeds'
import type { FeedPreset } from '@portal/contract/authority-presets'

/** What a word of the agency means, while it is edited. */
export interface StatusDraft {
  word: string
  /** Empty until a status is chosen. */
  to: string
  policy: FeedPolicy
}

/** A feed while it is edited. */
export interface FeedDraft {
  authority: Reference | null
  dialect: FeedDialect
  address: string
  dataset: string
  token: string
  fields: Readonly<Record<FeedField, string>>
  statuses: readonly StatusDraft[]
  intervalMinutes: string
  staleAfterDays: string
  discovers: boolean
}

const noFields = {
  number: '',
  status: '',
  statusDate: '',
  issuedDate: '',
  expiryDate: '',
  appliedDate: '',
  link: '',
  client: '',
} satisfies Record<FeedField, string>

export const emptyDraft: FeedDraft = {
  authority: null,
  dialect: 'soda2',
  address: '',
  dataset: '',
  token: '',
  fields: noFields,
  statuses: [],
  intervalMinutes: '1440',
  staleAfterDays: '3',
  discovers: false,
}

const toDrafts = (statuses: NewAuthoritySource['statuses']): StatusDraft[] =>
  Object.entries(statuses).map(([word, { to, policy }]) => ({ word, to, policy }))

/** The draft of a stored feed. Its token is not known here. */
export function draftOf(source: AuthoritySource): FeedDraft {
  return {
    authority: source.authority,
    dialect: source.dialect,
    address: source.address,
    dataset: source.dataset ?? '',
    token: '',
    fields: { ...noFields, ...source.fields },
    statuses: toDrafts(source.statuses),
    intervalMinutes: String(source.intervalMinutes),
    staleAfterDays: String(source.staleAfterDays),
    discovers: source.discovers,
  }
}

/** The draft with what is known about a feed. */
export const withPreset = (draft: FeedDraft, preset: FeedPreset): FeedDraft => ({
  ...draft,
  dialect: preset.dialect,
  address: preset.address,
  dataset: preset.dataset ?? '',
  fields: { ...noFields, ...preset.fields },
  statuses: toDrafts(preset.statuses),
})

/** The draft with the words of a trial that it does not have yet. */
export function withStatusWords(draft: FeedDraft, words: readonly string[]): FeedDraft {
  const known = new Set(draft.statuses.map(({ word }) => foldStatus(word)))
  const added = words
    .filter((word) => word !== '' && !known.has(foldStatus(word)))
    .map((word): StatusDraft => ({ word, to: '', policy: 'propose' }))
  return { ...draft, statuses: [...draft.statuses, ...added] }
}

/** The body of a request. Words without a status stay unknown to the feed. */
export function bodyOf({ authority, token, fields, statuses, ...draft }: FeedDraft): NewAuthoritySource {
  const filled = feedFields.filter((name) => fields[name].trim() !== '')
  const optional = Object.fromEntries(filled.map((name) => [name, fields[name].trim()]))
  return {
    authority: authority?.pid ?? '',
    dialect: draft.dialect,
    address: draft.address.trim(),
    dataset: draft.dataset.trim() === '' ? null : draft.dataset.trim(),
    ...(token.trim() !== '' && { token: token.trim() }),
    fields: { ...optional, number: fields.number.trim(), status: fields.status.trim() },
    statuses: Object.fromEntries(
      statuses
        .filter(({ word, to }) => word.trim() !== '' && to !== '')
        .map(({ word, to, policy }) => [word.trim(), { to, policy }]),
    ),
    intervalMinutes: Number(draft.intervalMinutes),
    staleAfterDays: Number(draft.staleAfterDays),
    isActive: true,
    discovers: draft.discovers,
  }
}
