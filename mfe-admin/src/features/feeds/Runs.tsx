import type { AuthoritySource } from '@portal/contract/authority-feeds'
import { EmptyState, QueryResult, Row, Rows, formatDateTime } from '@portal/shared-ui'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId } from 'react'
import { runsQuery } from './feeds.queries.ts'
import { resultText } from './result-text.ts'
import { t } from './texts.ts'

/** The latest runs of a feed. */
export function Runs({ source, onClose }: { source: AuthoritySource; onClose: () => void }) {
  const id = useId()
  const query = useQuery(runsQuery(source.pid))
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t('runsOf', { authority: source.authority.title })}</DialogTitle>
      <DialogContent>
        <QueryResult query={query} loading={t('runsLoading')} failed={t('runsFailed')}>
          {({ runs }) =>
            runs.length === 0 ? (
              <EmptyState title={t('noRuns')} text={t('noRunsText')} />
            ) : (
              <Rows label={t('runs')}>
                {runs.map(({ id: run, finishedAt, by, result }) => (
                  <Row
                    key={run}
                    titleId={`${id}-${run}`}
                    title={formatDateTime(finishedAt)}
                    facts={[
                      resultText(result),
                      by === null ? t('bySchedule') : t('byPerson', { name: by.title }),
                    ]}
                  />
                ))}
              </Rows>
            )
          }
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
