import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { keySectionsAt } from './key-help.ts'
import { t } from './texts.ts'

/** Lists all keys of the portal; the keys of the current page come first. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} variant="h2">
        {t('keyboard')}
      </DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 4 }}>
        {keySectionsAt(location.pathname).map(({ title, keys }) => (
          <section key={title}>
            <Typography variant="h3" sx={{ marginBottom: 1 }}>
              {title}
            </Typography>
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(96px, auto) 1fr',
                columnGap: 4,
                rowGap: 1,
                margin: 0,
              }}
            >
              {keys.map((each) => (
                <Box key={each.keys} sx={{ display: 'contents' }}>
                  <dt>
                    <Box
                      component="kbd"
                      sx={{
                        fontFamily: 'inherit',
                        fontWeight: 600,
                        border: 1,
                        borderColor: 'portal.edge',
                        borderRadius: 1,
                        paddingInline: 1.5,
                      }}
                    >
                      {each.keys}
                    </Box>
                  </dt>
                  <Box component="dd" sx={{ margin: 0 }}>
                    {each.does}
                  </Box>
                </Box>
              ))}
            </Box>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
