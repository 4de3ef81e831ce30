import { findCollection } from '@portal/contract'
import type { Declaration, RelatedRecord } from '@portal/contract'
import { QueryResult, RecordLink, formatDateTime, relatedQuery } from '@portal/shared-ui'
import type { SlotProps } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../../texts.ts'

type Mail = RelatedRecord & { mail: NonNullable<RelatedRecord['mail']> }

const isMail = (related: RelatedRecord): related is Mail => related.mail !== undefined

/** The newest message that is about a record and that the viewer may read. */
export function LastMailCard({ collection, pid }: SlotProps<'record.card'>) {
  const declaration = findCollection(collection)
  return declaration === undefined ? null : <LastMail declaration={declaration} pid={pid} />
}

function LastMail({ declaration, pid }: { declaration: Declaration; pid: string }) {
  const related = useQuery(relatedQuery(declaration, pid))
  return (
    <QueryResult query={related} loading={t('loadingMessage')} failed={t('messageFailed')}>
      {(records) => {
        const [last, ...others] = records
          .filter(isMail)
          .toSorted((a, b) => Date.parse(b.mail.at) - Date.parse(a.mail.at))
        if (last === undefined) return <Typography color="text.secondary">{t('noMailAbout')}</Typography>
        const { from, at } = last.mail
        return (
          <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
            <RecordLink collection="mail" pid={last.pid} path={last.path}>
              {last.title === '' ? t('noSubject') : last.title}
            </RecordLink>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {[from, formatDateTime(at)].filter((part) => part !== '').join(', ')}
              {others.length > 0 && ` · ${t('moreMailAbout', { count: others.length })}`}
            </Typography>
          </Box>
        )
      }}
    </QueryResult>
  )
}
