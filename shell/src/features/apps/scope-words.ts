import { labelOfCollection, screenLabel } from '@portal/contract'
import type { AppScope } from '@portal/contract/app-scopes'
import { readableByApps, writableByApps } from '@portal/contract/app-scopes'
import { t } from './texts.ts'

/** What a scope allows, in words. */
export function scopeWords(scope: AppScope): string {
  if (scope === 'profile:name') return t('scopeName')
  if (scope === 'profile:role') return t('scopeRole')
  const writes = writableByApps.find((name) => scope === `records:write:${name}`)
  if (writes !== undefined)
    return t('scopeWrite', { collection: screenLabel(labelOfCollection(writes, 'many')) })
  const reads = readableByApps.find((name) => scope === `records:read:${name}`)
  return reads === undefined
    ? scope
    : t('scopeRead', { collection: screenLabel(labelOfCollection(reads, 'many')) })
}
