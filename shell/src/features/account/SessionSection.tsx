import type { Session } from '@portal/contract'
import { SessionList } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { endOtherSessions, endSession } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

/** The user's sessions, each with an action that ends it. */
export function SessionSection({ sessions }: { sessions: readonly Session[] }) {
  const end = useChange((session: Session) => endSession(session.id), t('sessionEnded'))
  const endOthers = useChange(endOtherSessions, t('othersEnded'))
  return (
    <Section
      heading={t('sessions')}
      text={t('sessionsText')}
      {...(sessions.some(({ current }) => !current) && {
        actions: (
          <Button
            variant="outlined"
            aria-busy={endOthers.isPending}
            disabled={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined)}
          >
            {t('endOthers')}
          </Button>
        ),
      })}
    >
      <SessionList
        sessions={sessions}
        ending={end.isPending ? end.variables.id : null}
        onEnd={(session) => end.mutate(session)}
      />
    </Section>
  )
}
