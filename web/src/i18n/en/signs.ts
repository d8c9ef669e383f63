export default ['Dhow', 'Teapot', 'Palm', 'Lantern', 'Moon', 'Amphora'];
