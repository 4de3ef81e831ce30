import { formatDateTime } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { t } from './draft-texts.ts'

interface Named {
  title: string
}

export interface DraftStateProps {
  settings: {
    published: number
    versions: readonly { number: number; at: string | null; by: Named | null }[]
    draft: { updatedBy: Named | null; updatedAt: string; changes: readonly unknown[] } | null
  }
  /** What is in force before anything was published. */
  original: string
}

/** Which version is in force since when, and the unpublished draft. */
export function DraftState({ settings, original }: DraftStateProps) {
  const { draft, versions, published } = settings
  const inForce = versions.find(({ number }) => number === published)
  return (
    <>
      <Typography>
        {inForce === undefined || inForce.at === null
          ? original
          : t('inForce', {
              number: inForce.number,
              by: inForce.by?.title ?? t('somebody'),
              at: formatDateTime(inForce.at),
            })}
      </Typography>
      {draft !== null && (
        <Typography sx={{ color: 'warning.main' }}>
          {t('draft', {
            by: draft.updatedBy?.title ?? t('somebody'),
            at: formatDateTime(draft.updatedAt),
            changes: t('changes', { count: draft.changes.length }),
          })}
        </Typography>
      )}
    </>
  )
}
