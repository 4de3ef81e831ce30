import type { FileEntry, LibraryImportPlan } from '@portal/contract/library-file'
import { ruleFields, screenLabelOf } from '@portal/contract'
import type { RuleCondition } from '@portal/contract'
import { Row, Rows, currencyAtom, useLibraryLabels, usePermitLibrary } from '@portal/shared-ui'
import { Alert, Box, Button, MuiLink, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { agenciesQuery, agencyName } from '../../parts/agencies.queries.ts'
import { formatRuleCondition } from '../../parts/format-condition.ts'
import { feedsPath, requirementsPath } from '../../paths.ts'
import { entryName, formatEntryChange } from './format-entry.ts'
import { useImport } from './library.queries.ts'
import type { FilePreview } from './library.queries.ts'
import { t } from './texts.ts'

const actions = ['created', 'changed', 'unchanged'] as const

/** Names of the file before those of the office, which may not have them yet. */
function useNames(entries: readonly FileEntry[]) {
  const labels = useLibraryLabels()
  const library = usePermitLibrary()
  const currency = useAtomValue(currencyAtom)
  const { data: agencies = [] } = useQuery(agenciesQuery)
  const inFile = (part: FileEntry['part'], code: string) => {
    const entry = entries.find((each) => each.part === part && each.key === code)
    return entry && screenLabelOf(entry.label, entry.labelEs)
  }
  return {
    agency: (code: string) => inFile('agencies', code) ?? agencyName(agencies, code),
    permitType: (code: string) => inFile('permitTypes', code) ?? labels.permitType(code),
    condition: (condition: RuleCondition) =>
      formatRuleCondition(condition, { fields: ruleFields(library), currency }),
  }
}

function Refused({ refused }: Pick<LibraryImportPlan, 'refused'>) {
  return (
    <Alert severity="error">
      {t('refused', { count: refused.length })}
      <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
        {refused.map(({ path, detail }) => (
          <li key={`${path} ${detail}`}>
            {path !== '' && (
              <Box component="code" sx={{ marginInlineEnd: 2 }}>
                {path}
              </Box>
            )}
            {detail}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** What is created and changed, one by one. */
function Effects({ entries }: Pick<LibraryImportPlan, 'entries'>) {
  const names = useNames(entries)
  const effects = entries.filter(({ action }) => action !== 'unchanged')
  if (effects.length === 0) return null
  return (
    <Rows label={t('effects')} maxHeight={480}>
      {effects.map((entry) => {
        const { part, key, action, changes } = entry
        return (
          <Row
            key={`${part} ${key}`}
            titleId={`effect-${part}-${key.replaceAll(/\W+/g, '-')}`}
            title={entryName(entry, names)}
            facts={[t(`part_${part}`), t(action === 'created' ? 'isCreated' : 'isChanged')]}
            note={
              changes.length > 0 && (
                <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
                  {changes.map((change) => (
                    <li key={change.field}>{formatEntryChange(change)}</li>
                  ))}
                </Box>
              )
            }
          />
        )
      })}
    </Rows>
  )
}

/** What to do after the import: requirements are a draft, feeds are switched off. */
function NextSteps({ plan: { hasDraft, entries } }: Pick<FilePreview, 'plan'>) {
  const hasFeeds = entries.some(({ part, action }) => part === 'sources' && action === 'created')
  if (!hasDraft && !hasFeeds) return null
  return (
    <Alert severity="info">
      {hasDraft && (
        <Typography>
          {t('draftNotice')}{' '}
          <MuiLink component={Link} to={requirementsPath}>
            {t('openRequirements')}
          </MuiLink>
        </Typography>
      )}
      {hasFeeds && (
        <Typography>
          {t('sourcesNotice')}{' '}
          <MuiLink component={Link} to={feedsPath}>
            {t('openFeeds')}
          </MuiLink>
        </Typography>
      )}
    </Alert>
  )
}

/** What an import of the chosen file does, every reason against it, and the import. */
export function ImportPreview({ previewed, onClose }: { previewed: FilePreview; onClose: () => void }) {
  const { name, plan } = previewed
  const done = useImport()
  const counts = actions
    .map((action) => ({ action, count: plan.entries.filter((entry) => entry.action === action).length }))
    .filter(({ count }) => count > 0)
  const isNothing = plan.entries.every(({ action }) => action === 'unchanged')
  const isRefused = plan.refused.length > 0
  return (
    <Stack spacing={3} component="section" aria-label={t('previewOf', { name })}>
      <Typography variant="h3">{t('previewOf', { name })}</Typography>
      {isRefused ? (
        <Refused refused={plan.refused} />
      ) : (
        <Typography>
          {isNothing ? t('nothing') : counts.map(({ action, count }) => t(action, { count })).join(' · ')}
        </Typography>
      )}
      {!isRefused && <Effects entries={plan.entries} />}
      {!isRefused && <NextSteps plan={plan} />}
      {done.error !== null && <Alert severity="error">{done.error.message}</Alert>}
      {done.isSuccess && <Alert severity="success">{t('imported', { name })}</Alert>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        {!isRefused && !isNothing && !done.isSuccess && (
          <Button variant="contained" aria-busy={done.isPending} onClick={() => done.mutate(previewed)}>
            {t('import')}
          </Button>
        )}
        <Button onClick={onClose}>{t(isRefused || isNothing || done.isSuccess ? 'close' : 'cancel')}</Button>
      </Box>
    </Stack>
  )
}
