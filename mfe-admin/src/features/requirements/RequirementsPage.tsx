import { ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementRule } from '@portal/contract'
import { ErrorPanel, LeaveGuard, SkeletonTable, formatDay } from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { DraftFooter } from '../../parts/DraftFooter.tsx'
import { DraftState } from '../../parts/DraftState.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { FileButtons } from './FileButtons.tsx'
import { RequirementVersions } from './Publications.tsx'
import { PublishRequirementsDialog } from './PublishDialog.tsx'
import { RuleEditor } from './RuleEditor.lazy.ts'
import { ConditionsTable, RulesTable } from './Tables.tsx'
import { TrialDialog } from './TrialDialog.tsx'
import { waiting } from './scheduled.ts'
import { t } from './texts.ts'
import { useRequirements } from './use-requirements.ts'
import type { RequirementsEditing } from './use-requirements.ts'

const skeletonWidths = [160, 160, 240, 160]
const asRow = { display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' } as const

/** What is in force, and the unpublished draft. */
function Head({
  editing,
  onPublish,
  onTry,
}: {
  editing: RequirementsEditing
  onPublish: () => void
  onTry: () => void
}) {
  const { settings, unsaved, isBusy, discardDraft } = editing
  const { draft } = settings
  const [next] = waiting(settings)
  return (
    <Box sx={asRow}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <DraftState settings={settings} original={t('inForce0')} />
        {next !== undefined && (
          <Typography>
            {t('nextScheduled', { day: formatDay(next.from), by: next.by?.title ?? t('somebody') })}
          </Typography>
        )}
        <Typography sx={{ color: 'text.secondary' }}>{t('intro')}</Typography>
      </Box>
      {draft !== null && unsaved.length === 0 && (
        <>
          <Button variant="outlined" disabled={isBusy} onClick={discardDraft}>
            {t('discardDraft')}
          </Button>
          <Button variant="outlined" onClick={onTry}>
            {t('tryDraft')}
          </Button>
          <Button variant="contained" onClick={onPublish}>
            {t('publish')}
          </Button>
        </>
      )}
      <FileButtons editing={editing} />
    </Box>
  )
}

/** A heading with the button that adds to what follows. */
function Heading({ title, action, onAdd }: { title: string; action: string; onAdd: () => void }) {
  return (
    <Box sx={asRow}>
      <Typography variant="h2" sx={{ flex: 1 }}>
        {title}
      </Typography>
      <Button variant="outlined" onClick={onAdd}>
        {action}
      </Button>
    </Box>
  )
}

type Asking =
  | { kind: 'rule'; rule: RequirementRule | null }
  | { kind: 'condition'; condition: LibraryCondition | null }
  | { kind: 'publish' | 'trial' }
  | null

function Dialogs({
  editing,
  asking,
  onClose,
}: {
  editing: RequirementsEditing
  asking: Asking
  onClose: () => void
}) {
  const { settings, requirements, agencies } = editing
  const { rules, conditions, clientConditions } = requirements
  const after = (work: () => void) => {
    work()
    onClose()
  }
  switch (asking?.kind) {
    case undefined:
      return null
    case 'publish':
      return <PublishRequirementsDialog editing={editing} onClose={onClose} />
    case 'trial':
      return <TrialDialog version={settings.version} agencies={agencies} onClose={onClose} />
    case 'rule': {
      const { rule } = asking
      const key = rule === null ? null : ruleKey(rule)
      return (
        <RuleEditor
          rule={rule}
          rules={rules}
          conditions={conditions}
          agencies={agencies}
          onApply={(changed) => after(() => editing.putRule(changed, key))}
          onRemove={() => after(() => key !== null && editing.removeRule(key))}
          onClose={onClose}
        />
      )
    }
    case 'condition': {
      const { condition } = asking
      const code = condition?.code ?? ''
      return (
        <ConditionEditor
          condition={condition}
          isForClients={clientConditions.includes(code)}
          conditions={conditions}
          onApply={(changed, isForClients) => after(() => editing.putCondition(changed, isForClients))}
          onRemove={() => after(() => editing.removeCondition(code))}
          onClose={onClose}
        />
      )
    }
  }
}

function Editing({ editing }: { editing: RequirementsEditing }) {
  const { requirements, agencies, unsaved } = editing
  const [asking, setAsking] = useState<Asking>(null)
  return (
    <Stack spacing={5} sx={{ flex: 1, minWidth: 0 }}>
      <Head
        editing={editing}
        onPublish={() => setAsking({ kind: 'publish' })}
        onTry={() => setAsking({ kind: 'trial' })}
      />
      <Heading
        title={t('rules')}
        action={t('newRule')}
        onAdd={() => setAsking({ kind: 'rule', rule: null })}
      />
      <RulesTable
        requirements={requirements}
        agencies={agencies}
        onEdit={(rule) => setAsking({ kind: 'rule', rule })}
      />
      <Heading
        title={t('library')}
        action={t('newCondition')}
        onAdd={() => setAsking({ kind: 'condition', condition: null })}
      />
      <ConditionsTable
        requirements={requirements}
        onEdit={(condition) => setAsking({ kind: 'condition', condition })}
      />
      <Typography variant="h2">{t('versions')}</Typography>
      <RequirementVersions editing={editing} />
      <DraftFooter editing={editing} />
      {unsaved.length > 0 && <LeaveGuard onLeave={editing.forget} />}
      <Dialogs editing={editing} asking={asking} onClose={() => setAsking(null)} />
    </Stack>
  )
}

/** What agencies require: rules, conditions, and their published versions. */
export function RequirementsPage() {
  const { editing, error, retry } = useRequirements()
  if (editing !== null) return <Editing editing={editing} />
  if (error !== null) return <ErrorPanel error={error} title={t('loadFailed')} onRetry={retry} />
  return (
    <Box role="status" aria-label={t('loading')}>
      <SkeletonTable widths={skeletonWidths} />
    </Box>
  )
}
