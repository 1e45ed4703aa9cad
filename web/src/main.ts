import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { applySettings } from "./lib/settings.svelte";

applySettings();
mount(App, { target: document.getElementById("page")! });
