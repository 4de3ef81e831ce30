import '@fontsource-variable/inter/wght.css'
import './fallback-font.css'
