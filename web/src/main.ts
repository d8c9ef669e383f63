import { mount } from 'svelte';

import './styles/tokens.css';
import './styles/ui.css';

import App from './App.svelte';
import './games/words'; // Gives the dictionary the texts of the games.
import { dictionary } from './i18n/index.svelte';
import { router } from './lib/route.svelte';
import { reloadAfterUpdates, startWorker } from './lib/worker';

reloadAfterUpdates();
await dictionary.start();
router.start();
mount(App, { target: document.getElementById('app')! });
startWorker(dictionary.language);
