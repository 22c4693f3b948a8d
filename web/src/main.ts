import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepFocus } from "./lib/focus";

mount(App, { target: document.getElementById("app")! });
keepFocus();
