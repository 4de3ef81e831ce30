import {
  CollectionName,
  FieldChange,
  auditKinds,
  collections,
  fieldLabel,
  findField,
  labelOfCollection,
  signInMethods,
  screenLabel,
} from '@portal/contract'
import type { AuditEntry, AuditKind, Field, SettingPath, SignInMethod } from '@portal/contract'
import { settingPath, settingLabel, formatValue } from '../../words/setting-labels.ts'
import { t } from './texts.ts'

const textIn = (detail: AuditEntry['detail'], name: string): string => {
  const value = detail[name]
  return typeof value === 'string' ? value : ''
}
const numberIn = (detail: AuditEntry['detail'], name: string): number => {
  const value = detail[name]
  return typeof value === 'number' ? value : 1
}

function methodOf(detail: AuditEntry['detail']): SignInMethod | 'unknown' {
  return signInMethods.find((method) => method === detail['method']) ?? 'unknown'
}

const reasons = ['not-verified', 'unknown-passkey', 'wrong-handle', 'closed-account', 'counter-back'] as const

function refusalReason(detail: AuditEntry['detail']): string {
  const known = reasons.find((reason) => reason === detail['reason'])
  return known === undefined ? textIn(detail, 'reason') || t('refused_unknown') : t(`refused_${known}`)
}

function formatAuditValue(value: unknown, options: Field['options'] = []): string {
  if (value === null || value === undefined) return t('none')
  const option = options.find(({ code }) => code === value)
  if (option !== undefined) return screenLabel(option.label)
  if (typeof value === 'string') return value
  const title: unknown = typeof value === 'object' ? Reflect.get(value, 'title') : undefined
  return typeof title === 'string' ? title : JSON.stringify(value)
}

function changesOf(detail: AuditEntry['detail']): FieldChange[] {
  const changes: readonly unknown[] = Array.isArray(detail['changes']) ? detail['changes'] : []
  return changes
    .map((change) => FieldChange.safeParse(change))
    .flatMap(({ data }) => (data === undefined ? [] : [data]))
}

/** For example `Role team → client; Status ACTIVE → DISABLED`. */
function changesIn(detail: AuditEntry['detail']): string {
  return changesOf(detail)
    .map(({ field, from, to }) => {
      if (field === 'reason') return t('because', { reason: formatAuditValue(to) })
      const declared = findField(collections.users, field)
      const [label, after] = [fieldLabel(field, declared), formatAuditValue(to, declared?.options)]
      return from === null
        ? `${label} ${after}`
        : `${label} ${formatAuditValue(from, declared?.options)} → ${after}`
    })
    .join('; ')
}

function roleChange(by: string, person: string, detail: AuditEntry['detail']): string {
  const action =
    (['create', 'delete', 'restore'] as const).find((each) => each === detail['action']) ?? 'update'
  const changes = changesIn(detail)
  if (action === 'create' && changes === '') return t('audit_role-changed_added', { by, person })
  return t(`audit_role-changed_${action}`, { by, person, changes })
}

const permitActions = ['create', 'transition', 'undo', 'import', 'delete', 'restore', 'note'] as const
const maxFields = 6

/**
 * Who changed which permit, with the labels of the changed fields. The values are in the permit's own
 * history.
 */
function permitChange(by: string, detail: AuditEntry['detail']): string {
  const action = permitActions.find((permitAction) => permitAction === detail['action']) ?? 'update'
  const names: readonly unknown[] = Array.isArray(detail['fields']) ? detail['fields'] : []
  const labels = names.map((name) => fieldLabel(String(name), findField(collections.permits, String(name))))
  const told = [...new Set(labels)]
  const fields =
    told.length > maxFields
      ? [...told.slice(0, maxFields), t('more', { count: told.length - maxFields })]
      : told
  const name = textIn(detail, 'name')
  return t(`audit_permit-changed_${action}`, {
    by,
    name: name === '' ? t('removedPermit') : name,
    fields: fields.join(', ') || t('noFields'),
  })
}

const maxSettings = 6
const maxLetters = 120

/** A value as text; lists and long texts are truncated. */
function settingValue(path: SettingPath, value: unknown): string {
  const words = formatValue(path, value)
  return words.length > maxLetters ? `${words.slice(0, maxLetters)}…` : words
}

/** The changed settings with old and new values, named as on the settings page. */
function configurationChange(by: string, detail: AuditEntry['detail']): string {
  const changes = changesOf(detail)
  const told = changes.slice(0, maxSettings).map(({ field, from, to }) => {
    const path = settingPath(field)
    return `${settingLabel(path)}: ${settingValue(path, from)} → ${settingValue(path, to)}`
  })
  const sentence = t('audit_configuration-changed', { by, version: numberIn(detail, 'version') })
  if (told.length === 0) return sentence
  return `${sentence} ${told.join('; ')}${changes.length > told.length ? ` ${t('more', { count: changes.length - told.length })}` : ''}.`
}

/** The name of a file root as on its page; for a record, its collection. */
function formatRoot(root: string): string {
  const named = { team: t('root_team'), uploads: t('root_uploads'), restricted: t('root_restricted') }
  const shared = Object.entries(named).find(([name]) => name === root)
  return shared?.[1] ?? t('root_record', { collection: root.split('/')[0] ?? root })
}

function exported(by: string, detail: AuditEntry['detail']): string {
  const sentence = t('audit_records-exported', {
    by,
    count: numberIn(detail, 'count'),
    collection: textIn(detail, 'collection'),
  })
  const filtered: readonly unknown[] = Array.isArray(detail['filteredBy']) ? detail['filteredBy'] : []
  return filtered.length === 0
    ? sentence
    : `${sentence} ${t('audit_exportFiltered', { fields: filtered.join(', ') })}`
}

/** The event as a sentence; an unknown kind is shown by its name. */
export function auditSentence({ kind, by, person, asker, detail }: AuditEntry): string {
  const known: AuditKind | undefined = auditKinds.find((auditKind) => auditKind === kind)
  const email = textIn(detail, 'email')
  const nobodyKnown = email === '' ? t('somebody') : email
  const unknownPerson = asker === null ? nobodyKnown : t('asker', { name: asker.title })
  const actor = by?.title ?? unknownPerson
  const subject = person?.title ?? unknownPerson
  const words = { by: actor, person: subject, email, name: textIn(detail, 'name') }
  switch (known) {
    case undefined:
      return t('audit_unknown', { ...words, kind })
    case 'sign-in':
      return t(detail['newDevice'] === true ? 'audit_signInNewDevice' : 'audit_sign-in', {
        ...words,
        method: t(`method_${methodOf(detail)}`),
      })
    case 'sign-in-refused':
      return t('audit_sign-in-refused', { ...words, reason: refusalReason(detail) })
    case 'step-up':
      return t('audit_step-up', { ...words, method: t(`method_${methodOf(detail)}`) })
    case 'request-approved':
      return t('audit_request-approved', { ...words, role: textIn(detail, 'role') })
    case 'request-rejected': {
      const reason = textIn(detail, 'reason')
      return t('audit_request-rejected', words) + (reason === '' ? '' : ` ${t('because', { reason })}`)
    }
    case 'link-made':
    case 'link-withdrawn':
    case 'link-used':
      return t(`audit_${known}_${detail['kind'] === 'invitation' ? 'invitation' : 'enrolment'}`, words)
    case 'session-revoked':
      return t('audit_session-revoked', { ...words, count: numberIn(detail, 'ended') })
    case 'microsoft-ended':
      return t('audit_microsoft-ended', { ...words, count: numberIn(detail, 'ended') })
    case 'deploy-token-made':
    case 'deploy-token-revoked':
      return t(`audit_${known}`, {
        ...words,
        label: textIn(detail, 'label'),
        remote: textIn(detail, 'remote'),
      })
    case 'approval-asked':
    case 'approval-given':
    case 'approval-rejected':
    case 'approval-withdrawn':
      return t(`audit_${known}`, { ...words, summary: textIn(detail, 'summary') })
    case 'deploy-token-used': {
      const action = textIn(detail, 'action')
      const sentence =
        action === 'upload'
          ? 'audit_tokenUpload'
          : action === 'rollback'
            ? 'audit_tokenRollback'
            : 'audit_tokenActivate'
      const line = t(sentence, { label: textIn(detail, 'token'), remote: textIn(detail, 'remote') })
      return textIn(detail, 'refused') === '' ? line : `${line} ${t('audit_tokenRefused')}`
    }
    case 'remote-activated':
    case 'remote-rolled-back':
    case 'remote-removed':
    case 'remote-restored':
    case 'remote-previewed':
    case 'remote-preview-ended': {
      const label = textIn(detail, 'token')
      const deployer = label === '' ? actor : t('deploy-token', { label })
      return t(`audit_${known}`, {
        by: deployer,
        remote: textIn(detail, 'remote'),
        version: textIn(detail, 'version'),
        branch: textIn(detail, 'branch'),
      })
    }
    case 'remote-target-changed':
      return t('audit_remote-target-changed', {
        by: actor,
        remote: textIn(detail, 'remote'),
        target: numberIn(detail, 'target'),
      })
    case 'remote-flag-changed':
      return t('audit_remote-flag-changed', {
        ...words,
        flag: textIn(detail, 'flag'),
        remote: textIn(detail, 'remote'),
      })
    case 'app-registered':
    case 'app-changed':
    case 'app-deleted':
    case 'app-allowed':
      return t(`audit_${known}`, { by: actor, name: textIn(detail, 'name') })
    case 'app-withdrawn':
      return t('audit_app-withdrawn', { by: actor })
    case 'app-wrote': {
      const collection = CollectionName.safeParse(detail['collection']).data
      const label = collection === undefined ? '' : screenLabel(labelOfCollection(collection, 'many'))
      return t('audit_app-wrote', { by: actor, name: textIn(detail, 'name'), collection: label })
    }
    case 'back-end-changed': {
      const [remote, address] = [textIn(detail, 'remote'), textIn(detail, 'address')]
      return address === ''
        ? t('audit_backEndRemoved', { by: actor, remote })
        : t('audit_back-end-changed', { by: actor, remote, address })
    }
    case 'back-end-wrote':
      return t('audit_back-end-wrote', {
        by: actor,
        remote: textIn(detail, 'remote'),
        method: textIn(detail, 'method'),
        path: textIn(detail, 'path'),
      })
    case 'remote-origin-added':
    case 'remote-origin-removed':
      return t(`audit_${known}`, { by: actor, origin: textIn(detail, 'origin') })
    case 'demo-left': {
      const ways = ['passkeys', 'microsoft', 'codes'].reduce((sum, name) => sum + numberIn(detail, name), 0)
      return t('audit_demo-left', {
        sessions: numberIn(detail, 'sessions'),
        ways,
        links: numberIn(detail, 'links'),
        tokens: numberIn(detail, 'tokens'),
      })
    }
    case 'role-changed':
      return roleChange(by?.title ?? t('portal'), subject, detail)
    case 'permit-changed':
      return permitChange(by?.title ?? t('portal'), detail)
    case 'configuration-changed':
      return configurationChange(by?.title ?? t('portal'), detail)
    case 'malware-found': {
      const name = textIn(detail, 'name')
      return t('audit_malware-found', {
        finding: textIn(detail, 'finding'),
        name: name === '' ? t('malwareInMail') : name,
      })
    }
    case 'records-exported':
      return exported(actor, detail)
    case 'file-downloaded':
      return t('audit_file-downloaded', { by: actor, root: formatRoot(textIn(detail, 'root')) })
    case 'files-zipped': {
      const roots: readonly unknown[] = Array.isArray(detail['roots']) ? detail['roots'] : []
      const root = roots.map((root) => formatRoot(String(root))).join(', ')
      return t('audit_files-zipped', { by: actor, count: numberIn(detail, 'count'), root })
    }
    case 'mailbox-opened':
      return t('audit_mailbox-opened', { by: actor, mailbox: textIn(detail, 'mailbox') })
    case 'access-refused':
      return typeof detail['more'] === 'number'
        ? t('audit_refusedMore', { by: actor, count: detail['more'] })
        : t('audit_access-refused', {
            by: actor,
            method: textIn(detail, 'method'),
            path: textIn(detail, 'path'),
          })
    case 'restricted-read':
      return t(
        detail['action'] === 'download' ? 'audit_restricted-read_download' : 'audit_restricted-read_list',
        words,
      )
    case 'everybody-signed-out':
    case 'sign-ins-frozen':
    case 'sign-ins-thawed':
      return t(`audit_${known}`, by === null ? { by: t('audit_the-server') } : words)
    case 'sign-out':
    case 'sign-up':
    case 'address-verified':
    case 'passkey-added':
    case 'passkey-removed':
    case 'passkey-counter':
    case 'microsoft-linked':
    case 'microsoft-removed':
    case 'recovery-codes-made':
    case 'authority-source-changed':
    case 'calendar-feed-made':
    case 'calendar-feed-revoked':
      return t(`audit_${known}`, words)
  }
}
