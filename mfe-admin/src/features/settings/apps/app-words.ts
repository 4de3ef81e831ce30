import { labelOfCollection, screenLabel } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { readableByApps, writableByApps } from '@portal/contract/app-scopes'
import type { AppScope } from '@portal/contract/app-scopes'
import { t } from './texts.ts'

export const collectionWords = (name: CollectionName): string => screenLabel(labelOfCollection(name, 'many'))

/** All scopes in the words of the screen, in their order. */
export const scopeOptions = (): (readonly [AppScope, string])[] => [
  ['profile:name', t('scopeName')],
  ['profile:role', t('scopeRole')],
  ...readableByApps.map(
    (name) => [`records:read:${name}`, t('scopeRead', { collection: collectionWords(name) })] as const,
  ),
  ...writableByApps.map(
    (name) => [`records:write:${name}`, t('scopeWrite', { collection: collectionWords(name) })] as const,
  ),
]
